import { expect, test } from 'vitest'
import { request } from 'undici'
import { cpuSeconds, MOST_SECONDS } from '../../cpu-seconds.ts'
import { mendedHead } from '../../../merger/egress/mended-head.ts'
import { loopbackAgent, startRawOrigin } from '../raw-origin.ts'

const OK = 'HTTP/1.1 200 OK\r\n'

/** Requests an answer with exactly these bytes. Returns its body and the number of requests. */
async function answered(bytes: string): Promise<{ text: string; requests: number }> {
  const origin = await startRawOrigin(() => bytes)
  const dispatcher = loopbackAgent(origin.port)
  try {
    const { body } = await request('http://a.example/', { dispatcher })
    return { text: await body.text(), requests: origin.requests.length }
  } finally {
    await dispatcher.destroy()
    await origin.close()
  }
}

test.each([
  ['two equal lengths', `${OK}Content-Length: 5\r\nContent-Length: 5\r\n\r\nbytes`],
  [
    'a length beside chunks',
    `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbytes\r\n0\r\n\r\n`,
  ],
  ['bare newlines', 'HTTP/1.1 200 OK\nContent-Length: 5\n\nbytes'],
  [
    'hints and two lengths',
    `HTTP/1.1 103 Early Hints\r\n\r\n${OK}Content-Length: 5\r\nContent-Length: 5\r\n\r\nbytes`,
  ],
])('reads a response with %s', async (_, bytes) => {
  expect(await answered(bytes)).toEqual({ text: 'bytes', requests: 2 })
})

test('reads a response with hints at once', async () => {
  const bytes = `HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n${OK}Content-Length: 5\r\n\r\nbytes`
  expect(await answered(bytes)).toEqual({ text: 'bytes', requests: 1 })
})

test.each([
  ['unequal lengths', `${OK}Content-Length: 5\r\nContent-Length: 4\r\n\r\nbytes`],
  ['no head', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
  ['a head without an end', `${OK}A: ${'b'.repeat(100_000)}`],
])('fails on a response with %s', async (_, bytes) => {
  await expect(answered(bytes)).rejects.toThrow()
})

test('gives up after many interim responses', () => {
  const bytes = Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(40))
  expect(mendedHead(bytes)).toBe(bytes)
})

test('reads a length behind many spaces in linear time', () => {
  const spaces = ' '.repeat(30_000)
  const head = Buffer.from(`${OK}Content-Length:${spaces}x${spaces}y\r\n\r\n`)
  expect(cpuSeconds(() => mendedHead(head))).toBeLessThan(MOST_SECONDS / 10)
})

test('keeps every byte behind the head', () => {
  const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  const mended = mendedHead(
    Buffer.concat([Buffer.from('HTTP/1.1 200 OK\nETag: "\xe9"\n\n', 'latin1'), body]),
  )!
  expect(mended.subarray(-256).equals(body)).toBe(true)
  expect(mended.subarray(0, -256).toString('latin1')).toBe('HTTP/1.1 200 OK\r\nETag: "\xe9"\r\n\r\n')
  expect(mendedHead(Buffer.from('HTTP/1.1 200 OK\r\nETag'))).toBeUndefined()
})
