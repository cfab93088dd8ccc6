import http from 'node:http'
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checkGuard } from '../../../merger/egress/guard-check.ts'
import { startGuard } from '../../../merger/egress/guard.ts'
import { dialler } from '../../../merger/egress/dial.ts'

/**
 * Starts a proxy that answers each CONNECT request with `answer`. Returns the port of the proxy, and the
 * targets (`host:port`) that clients have requested.
 */
async function startProxy(answer: (authority: string, socket: net.Socket) => void) {
  const asked: string[] = []
  const server = http.createServer().on('connect', (request: http.IncomingMessage, socket: net.Socket) => {
    socket.on('error', () => {})
    asked.push(request.url ?? '')
    answer(request.url ?? '', socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as net.AddressInfo).port, asked }
}
const DENIED = 'HTTP/1.1 403 No\r\nx-egress: denied\r\n\r\n'

test('checkGuard does not throw for the guard of the merger', async () => {
  const guard = await startGuard(dialler())
  onTestFinished(() => guard.close())
  await checkGuard(guard.port)
})

test('tries private addresses in several spellings', async () => {
  const { port, asked } = await startProxy((_, socket) => socket.end(DENIED))
  await checkGuard(port)
  expect(asked).toEqual([
    '127.0.0.1:80',
    '169.254.169.254:80',
    '[::1]:443',
    '[::ffff:10.0.0.1]:443',
    '10.0.0.1:443',
    '0x7f000001:80',
  ])
})

test.each<[string, string | null]>([
  ['accepts the connection', 'HTTP/1.1 200 OK\r\n\r\n'],
  ['refuses with 403, but without its own header', 'HTTP/1.1 403 No\r\n\r\n'],
  ['refuses with another status', 'HTTP/1.1 502 No\r\nx-egress: denied\r\n\r\n'],
  ['refuses with another value of its header', 'HTTP/1.1 403 No\r\nx-egress: allowed\r\n\r\n'],
  ['breaks the connection', null],
])('names the unrefused private address of a guard that %s', async (_, answer) => {
  const { port } = await startProxy((authority, socket) => {
    if (!authority.startsWith('10.')) socket.end(DENIED)
    else if (answer === null) socket.destroy()
    else socket.end(answer)
  })
  await expect(checkGuard(port)).rejects.toThrow(
    'The merger cannot start: its egress guard does not refuse 10.0.0.1:443.',
  )
})
