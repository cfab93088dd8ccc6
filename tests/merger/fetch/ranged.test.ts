import { randomBytes } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openRanged } from '../../../merger/fetch/ranged.ts'
import { loopbackAgent } from '../raw-origin.ts'

const MIB = 1024 ** 2
const file = randomBytes(6 * MIB)

type Reply = {
  status?: number
  etag?: string
  start: number
  end: number
  /** The origin breaks the connection after this number of bytes. */
  cut?: number
  isSilent?: boolean
}
/** How the origin answers a range; `count` counts the requests from 1. */
let reply: (range: { start: number; end: number; ifRange: string | undefined }, count: number) => Reply
let count = 0
const server = http.createServer((request, response) => {
  count += 1
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const asked = { start: Number(from), end: Math.min(Number(to), file.length - 1) }
  const answer = reply({ ...asked, ifRange: request.headers['if-range'] as string | undefined }, count)
  const bytes = file.subarray(answer.start, answer.end + 1)
  response.writeHead(answer.status ?? 206, {
    etag: answer.etag ?? '"1"',
    'content-length': bytes.length,
    'content-range': `bytes ${answer.start}-${answer.end}/${file.length}`,
  })
  if (answer.cut === undefined && !answer.isSilent) return void response.end(bytes)
  response.write(bytes.subarray(0, answer.cut ?? 1_000), () => {
    if (!answer.isSilent) setTimeout(() => response.destroy(), 20)
  })
})
let dispatcher: ReturnType<typeof loopbackAgent>
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  dispatcher = loopbackAgent(port)
})
afterEach(() => {
  count = 0
})
afterAll(async () => {
  await dispatcher.destroy()
  server.closeAllConnections()
  server.close()
})

async function read(): Promise<Buffer> {
  const opened = await openRanged(new URL('http://a.example/file'), {
    dispatcher,
    headers: {},
    range: undefined,
    signal: new AbortController().signal,
    idleMs: 200,
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of opened.bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('a file is read in ranges that send its ETag as If-Range', async () => {
  const conditions: (string | undefined)[] = []
  reply = ({ start, end, ifRange }) => {
    conditions.push(ifRange)
    return { start, end }
  }
  expect((await read()).equals(file)).toBe(true)
  expect(conditions).toEqual([undefined, '"1"', '"1"'])
})

test('ranges of two versions of a file are never joined, even when both have the same length', async () => {
  reply = ({ start, end }, n) => ({ start, end, etag: n > 1 ? '"2"' : '"1"' })
  await expect(read()).rejects.toMatchObject({ code: 'source_failed' })
  expect(count).toBe(2)
})

test('the download fails when a range does not start at the requested byte', async () => {
  reply = ({ start, end }, n) => ({ start: n > 1 ? start + 1 : start, end })
  await expect(read()).rejects.toMatchObject({ code: 'source_failed' })
})

test('a source that stops sending in each range is requested again until the file is complete', async () => {
  reply = ({ start, end }, n) => ({ start, end, isSilent: n % 2 === 0 })
  expect((await read()).equals(file)).toBe(true)
})

test('a source that breaks every range after some new bytes is still read to its end', async () => {
  reply = ({ start, end }) => ({ start, end, cut: 512 * 1024 })
  expect((await read()).equals(file)).toBe(true)
  expect(count).toBeGreaterThan(8)
})

test('the download fails when its source fails four times in a row without a new byte', async () => {
  reply = ({ start, end }, n) => ({ start, end, ...(n > 1 && { status: 503 }) })
  await expect(read()).rejects.toMatchObject({ code: 'source_failed' })
  expect(count).toBe(5)
}, 30_000)
