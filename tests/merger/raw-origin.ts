import { once } from 'node:events'
import net from 'node:net'
import * as fc from 'fast-check'
import { agentOf } from '../../merger/egress/agent.ts'

export type RawOrigin = {
  /** Opens a connection to the origin. */
  dial: () => Promise<net.Socket>
  port: number
  /** The received requests as text, in order. */
  requests: string[]
  close(): Promise<void>
}

/**
 * Starts a TCP server on loopback. It responds to each request with exactly the bytes that `answer` returns.
 */
export async function startRawOrigin(
  answer: (request: string, socket: net.Socket) => string | Buffer | null,
): Promise<RawOrigin> {
  const requests: string[] = []
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.on('data', (data) => {
      const request = data.toString('latin1')
      requests.push(request)
      const bytes = answer(request, socket)
      if (bytes !== null) socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as net.AddressInfo
  const dial = async () => {
    const socket = net.connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { dial, port, requests, close }
}

/**
 * Returns an HTTP client that opens all connections to one loopback port, whatever the host of the URL is. It
 * uses no encryption, even for https URLs.
 */
export function loopbackAgent(port: number): ReturnType<typeof agentOf> {
  return agentOf({
    connect: (_, callback) => {
      const socket = net.connect(port, '127.0.0.1')
      socket.once('connect', () => callback(null, socket))
    },
  })
}

/** Records uncaught exceptions and unhandled rejections. A test can assert that there were none. */
export function watchUncaught(): { errors: unknown[]; stop(): void } {
  const errors: unknown[] = []
  const add = (error: unknown) => errors.push(error)
  process.on('uncaughtException', add).on('unhandledRejection', add)
  const stop = () => process.off('uncaughtException', add).off('unhandledRejection', add)
  return { errors, stop }
}

const latin1 = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 255 }), { maxLength }).map((codes) => String.fromCodePoint(...codes))
const statusCode = fc.oneof(
  fc.integer({ min: 0, max: 999 }).map((code) => String(code).padStart(3, '0')),
  fc.constantFrom('099', '000', '100', '101', '103', '204', '304', '600', '999', '1000', '-1', 'abc', ''),
)
const reason = fc.oneof(fc.constantFrom('', ' OK', ' \u0000', ' \u00ff'), latin1(12))
/**
 * Generates status lines. Many are valid except for their status code. Node's parser accepts such lines, so
 * they reach the code of the merger.
 */
const statusLine = fc
  .oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constant('HTTP/1.1 '), statusCode, fc.constantFrom('', ' OK')) },
    {
      weight: 3,
      arbitrary: fc.tuple(
        fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2', 'http/1.1', 'ICY', 'RTSP/1.0', ''),
        fc.constantFrom(' ', '  ', '\t', ''),
        statusCode,
        reason,
      ),
    },
    { weight: 1, arbitrary: fc.tuple(latin1(40)) },
  )
  .map((parts) => parts.join(''))
const header = fc.oneof(
  fc.constantFrom(
    'Content-Length: 5',
    'Content-Length: 0',
    'Content-Length: -1',
    'Content-Length: 99999999999999999999',
    'Content-Length: 5, 5',
    'Content-Length: x',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: x',
    'Connection: upgrade',
    'Upgrade: websocket',
    'Location: http://[',
    'Location: //',
    'Location: http://other.example/x',
    'Location: data:,x',
    'Content-Type: video/mp4',
    'Content-Encoding: gzip',
    'Content-Range: bytes 0-4/5',
    'Content-Range: bytes 0-4/99999999999999999999999',
    'Etag: \u00ff\u0080',
    'Etag: a\u0001b',
    'Set-Cookie: a=b',
    'Trailer: x',
    'Retry-After: -5',
    '__proto__: x',
    'constructor: x',
    'x: \u0000',
    ': x',
    'x',
    ' folded',
    `x: ${'y'.repeat(20_000)}`,
  ),
  fc.tuple(latin1(10), latin1(20)).map((parts) => parts.join(': ')),
)

/**
 * Generates HTTP responses as hostile sites may send them: unusual status lines, headers and bodies, mixed
 * with valid ones.
 */
export const hostileResponse = fc
  .tuple(
    statusLine,
    fc.array(header, { maxLength: 3 }),
    fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'),
    fc.oneof(
      fc.constantFrom(
        '',
        'hello',
        '5\r\nhello\r\n0\r\n\r\n',
        'zz\r\n',
        '5\r\nhel',
        'HTTP/1.1 200 OK\r\n\r\n',
      ),
      latin1(30),
    ),
  )
  .map(([first, headers, end, body]) => [first, ...headers, '', body].join(end))

/** Number of runs of a fuzz test: 300, or 20,000 with the environment variable LONG. */
export const fuzzRuns = process.env['LONG'] ? 20_000 : 300
