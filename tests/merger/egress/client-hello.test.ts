import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { expect, test } from 'vitest'
import { isChromeLike, readClientHello } from '../../../merger/egress/client-hello.ts'

const u16 = (value: number) => [value >> 8, value & 0xff]
const sized = (bytes: number[], lengthBytes: 1 | 2) => [
  ...(lengthBytes === 1 ? [bytes.length] : u16(bytes.length)),
  ...bytes,
]
const names = (protocols: string[]) => protocols.flatMap((name) => sized([...Buffer.from(name)], 1))

/** Builds a ClientHello in one TLS record. */
function helloOf(ciphers: number[], extensions: number[], alpn: string[]): Buffer {
  const body = [
    3,
    3,
    ...Array.from({ length: 32 }, () => 7),
    ...sized([1, 2, 3], 1),
    ...sized(ciphers.flatMap(u16), 2),
    ...sized([0], 1),
    ...sized(
      [
        ...extensions.flatMap((type) => [...u16(type), ...sized([], 2)]),
        ...u16(16),
        ...sized(sized(names(alpn), 2), 2),
      ],
      2,
    ),
  ]
  const message = [1, 0, ...u16(body.length), ...body]
  return Buffer.from([22, 3, 1, ...u16(message.length), ...message])
}

/** Returns the first bytes that a TLS client of Node sends. */
async function helloOfNode(): Promise<Buffer> {
  const server = net.createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const client = tls.connect({ host: '127.0.0.1', port, ALPNProtocols: ['h2', 'http/1.1'] })
  client.on('error', () => client.destroy())
  const [socket] = (await once(server, 'connection')) as [net.Socket]
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  client.destroy()
  server.close()
  return bytes
}

test('reads ciphers, extensions and protocols in their order', () => {
  expect(readClientHello(helloOf([0x1a1a, 0x1301], [0x2a2a, 0], ['h2', 'http/1.1']))).toEqual({
    ciphers: [0x1a1a, 0x1301],
    extensions: [0x2a2a, 0, 16],
    alpn: ['h2', 'http/1.1'],
  })
})

test('isChromeLike requires GREASE and HTTP/2 before HTTP/1.1', () => {
  const verdict = (...args: Parameters<typeof helloOf>) => isChromeLike(readClientHello(helloOf(...args))!)
  expect(verdict([0x1a1a, 0x1301], [0x2a2a], ['h2', 'http/1.1'])).toBe(true)
  expect(verdict([0x1301, 0x1a1a], [0x2a2a], ['h2', 'http/1.1'])).toBe(false)
  expect(verdict([0x1a1a, 0x1301], [0x2a3a], ['h2', 'http/1.1'])).toBe(false)
  expect(verdict([0x1a1b, 0x1301], [0x2a2a], ['h2', 'http/1.1'])).toBe(false)
  expect(verdict([0x1b1b, 0x1301], [0x2a2a], ['h2', 'http/1.1'])).toBe(false)
  expect(verdict([0x1a1a, 0x1301], [0x2a2a], ['http/1.1', 'h2'])).toBe(false)
  expect(verdict([0x1a1a, 0x1301], [0x2a2a], ['h3', 'http/1.1'])).toBe(false)
  expect(verdict([0x1a1a, 0x1301], [0x2a2a], ['h2'])).toBe(false)
  expect(verdict([0x1a1a, 0x1301], [0x2a2a], [])).toBe(false)
})

test('reads a ClientHello of Node as not like Chrome', async () => {
  const hello = readClientHello(await helloOfNode())
  expect(hello?.alpn).toEqual(['h2', 'http/1.1'])
  expect(isChromeLike(hello!)).toBe(false)
})

test('reads a ClientHello across two records, but no partial one', () => {
  const whole = helloOf([0x1a1a], [], ['h2'])
  for (let end = 0; end < whole.length; end += 1)
    expect(readClientHello(whole.subarray(0, end))).toBe(undefined)
  const message = whole.subarray(5)
  const record = (bytes: Buffer) => Buffer.concat([Buffer.from([22, 3, 1, ...u16(bytes.length)]), bytes])
  const halves = [record(message.subarray(0, 30)), record(message.subarray(30))]
  expect(readClientHello(halves[0]!)).toBe(undefined)
  expect(readClientHello(Buffer.concat(halves))).toEqual(readClientHello(whole))
})

/**
 * Returns a TLS record with a ClientHello whose body is cut off after `length` bytes. The length fields of
 * the record and of the ClientHello match the shortened body.
 */
function cutOff(length: number): Buffer {
  const body = helloOf([0x1a1a, 0x1301], [], []).subarray(9, 9 + length)
  return Buffer.from([22, 3, 1, ...u16(4 + length), 1, 0, ...u16(length), ...body])
}

test.each([
  ['a plain HTTP request', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['another handshake message', Buffer.from([22, 3, 1, 0, 4, 2, 0, 0, 0])],
  ['a record beyond 16 kB', Buffer.from([22, 3, 1, 0xff, 0xff, 1])],
  ['a message beyond 16 kB', Buffer.from([22, 3, 1, 0, 4, 1, 0xff, 0xff, 0xff])],
  ['vectors that end too early', Buffer.from([22, 3, 1, 0, 6, 1, 0, 0, 2, 3, 3])],
  ['a list of ciphers that ends after its length', cutOff(2 + 32 + 1 + 3 + 2)],
])('readClientHello throws a RangeError for %s', (_, bytes) => {
  expect(() => readClientHello(bytes)).toThrow(RangeError)
})
