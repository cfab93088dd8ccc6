import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { asyncProperty, assert } from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startGuard } from '../../../merger/egress/guard.ts'
import { fuzzRuns, hostileResponse, startRawOrigin, watchUncaught, type RawOrigin } from '../raw-origin.ts'

const IDLE_MS = 200
const GOOD = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood'

let answer: string | null
let origin: RawOrigin
let guard: Awaited<ReturnType<typeof startGuard>>
let uncaught: ReturnType<typeof watchUncaught>
beforeAll(async () => {
  origin = await startRawOrigin((_, socket) => {
    if (answer === null) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngo')
    return answer
  })
  guard = await startGuard(origin.dial, IDLE_MS)
})
beforeEach(() => {
  uncaught = watchUncaught()
})
afterEach(() => uncaught.stop())
afterAll(async () => {
  await guard.close()
  await origin.close()
})

/**
 * Returns status and body of the response to a GET request through the guard. Returns 'broken' when the
 * connection ends before the response is complete.
 */
function get(): Promise<string> {
  return new Promise((resolve) => {
    const request = http.request(
      { host: '127.0.0.1', port: guard.port, path: 'http://site.example/x', agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve(`${response.statusCode} ${Buffer.concat(chunks).toString()}`))
        response.on('error', () => resolve('broken'))
      },
    )
    request.on('error', () => resolve('broken'))
    request.setTimeout(5_000, () => {
      resolve('silent')
      request.destroy()
    })
    request.end()
  })
}

test.each(['000', '001', '042', '099', '600', '999'])(
  'responds with 502 to the status code %s of a source',
  async (status) => {
    answer = `HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`
    expect(await get()).toBe('502 ')
    answer = GOOD
    expect(await get()).toBe('200 good')
    expect(uncaught.errors).toEqual([])
  },
)

test.each([200, 206, 299, 302, 404, 416, 503, 599])(
  'the guard passes the valid status code %i on to the client',
  async (status) => {
    answer = `HTTP/1.1 ${status} X\r\nContent-Length: 4\r\n\r\nbody`
    expect(await get()).toBe(`${status} body`)
  },
)

test.each([
  ['no HTTP at all', 'hello'],
  ['nothing', ''],
  ['a switch of protocols', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
  ['an interim response only', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['a header of 100 kB', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`],
])('the guard responds with 502 when a source sends %s', async (_, bytes) => {
  answer = bytes
  expect(await get()).toBe('502 ')
  expect(uncaught.errors).toEqual([])
})

test('breaks the connection on a body below its Content-Length', async () => {
  answer = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort'
  expect(await get()).toBe('broken')
})

test(`survives ${fuzzRuns} random responses of a site`, async () => {
  await assert(
    asyncProperty(hostileResponse, async (bytes) => {
      answer = bytes
      await get()
      expect(uncaught.errors).toEqual([])
    }),
    { numRuns: fuzzRuns },
  )
  answer = GOOD
  expect(await get()).toBe('200 good')
}, 600_000)

test('breaks the connection of a source that falls silent', async () => {
  answer = null
  expect(await get()).toBe('broken')
})

test('closes a CONNECT tunnel to a silent source', async () => {
  answer = null
  const client = net.connect(guard.port, '127.0.0.1')
  client.write('CONNECT site.example:443 HTTP/1.1\r\n\r\n')
  const [established] = (await once(client, 'data')) as [Buffer]
  expect(established.toString()).toBe('HTTP/1.1 200 OK\r\n\r\n')
  client.on('error', () => undefined).resume()
  await once(client, 'close')
})

test('removes the proxy login and hop-by-hop headers', async () => {
  answer = GOOD
  origin.requests.length = 0
  const headers = {
    'proxy-authorization': `Basic ${Buffer.from('home-1:x').toString('base64')}`,
    'proxy-connection': 'keep-alive',
    te: 'trailers',
    cookie: 'a=b',
  }
  await new Promise<void>((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port: guard.port, path: 'http://site.example/x?y', headers, agent: false },
      (response) => response.resume().on('end', resolve),
    )
    request.on('error', reject).end()
  })
  const [sent = ''] = origin.requests
  expect(sent).toContain('GET /x?y HTTP/1.1\r\n')
  expect(sent.toLowerCase()).toContain('\r\nhost: site.example\r\n')
  expect(sent.toLowerCase()).toContain('\r\ncookie: a=b\r\n')
  expect(sent.toLowerCase()).toContain('\r\nconnection: close\r\n')
  expect(sent).not.toMatch(/^(proxy-|te:)/im)
})

test('keeps a paused tunnel open beyond the idle limit', async () => {
  const LENGTH = 20_000_000
  const source = await startRawOrigin((_, socket) => {
    socket.end(Buffer.alloc(LENGTH))
    return null
  })
  const own = await startGuard(source.dial, IDLE_MS)
  const client = net.connect(own.port, '127.0.0.1')
  client.write('CONNECT site.example:443 HTTP/1.1\r\n\r\nask')
  await once(client, 'readable')
  await sleep(4 * IDLE_MS)
  let length = 0
  for await (const chunk of client) length += (chunk as Buffer).length
  expect(length).toBe(LENGTH + 'HTTP/1.1 200 OK\r\n\r\n'.length)
  await own.close()
  await source.close()
})

test('restarts the idle limit after a pause of the client', async () => {
  const LIMIT_MS = 400
  const CHUNK = Buffer.alloc(65_536)
  let sender: net.Socket | undefined
  let dialled: net.Socket | undefined
  const source = await startRawOrigin((_, socket) => {
    sender = socket
    return null
  })
  const own = await startGuard(async () => {
    dialled = await source.dial()
    return dialled
  }, LIMIT_MS)
  const client = net.connect(own.port, '127.0.0.1')
  client.write('CONNECT site.example:443 HTTP/1.1\r\n\r\nask')
  await once(client, 'readable')
  await vi.waitUntil(() => sender, { timeout: 60_000 })
  let sent = 0
  // Sends until the guard stops reading, because its client does not read.
  while (!dialled!.isPaused() && sent < 64 * 2 ** 20) {
    sent += CHUNK.length
    sender!.write(CHUNK)
    await vi.waitUntil(() => dialled!.bytesRead === sent || dialled!.isPaused(), {
      interval: 1,
      timeout: 60_000,
    })
  }
  await sleep(0.75 * LIMIT_MS)
  const closed = once(client, 'close')
  client.resume()
  await sleep(0.5 * LIMIT_MS)
  sender!.end('last')
  await closed
  expect(client.bytesRead).toBe('HTTP/1.1 200 OK\r\n\r\n'.length + sent + 'last'.length)
  await own.close()
  await source.close()
})
