import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { ProxyFault, ProxyRefusal, throughProxy } from '../../../merger/egress/upstream.ts'
import { startSocksProxy } from './socks-proxy.ts'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

/** Starts a server that echoes every byte. Returns its port. */
async function startEcho(): Promise<number> {
  const server = net.createServer((socket) => socket.on('error', () => {}).pipe(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(() => server.close())
  return (server.address() as net.AddressInfo).port
}

const signal = () => AbortSignal.timeout(20_000)
const connect = (proxy: string, port: number) =>
  throughProxy(new URL(proxy), { host: '127.0.0.1', port }, signal())

test('a SOCKS proxy receives the login and the target address, and bytes then pass through the connection in both directions', async () => {
  const proxy = await startSocksProxy()
  endings.push(proxy.close)
  const port = await startEcho()
  const socket = await connect(`socks5h://me:p%40ss@127.0.0.1:${proxy.port}`, port)
  endings.push(() => socket.destroy())
  socket.write('hello')
  expect(String((await once(socket, 'data'))[0])).toBe('hello')
  expect(proxy.asked).toEqual([{ user: 'me', password: 'p@ss', host: '127.0.0.1', port }])
})

test('a SOCKS proxy that resolves names itself receives the host name, not an IP address', async () => {
  const proxy = await startSocksProxy()
  endings.push(proxy.close)
  const port = await startEcho()
  const url = new URL(`socks5h://me:x@127.0.0.1:${proxy.port}`)
  const socket = await throughProxy(url, { host: 'localhost', port }, signal())
  socket.destroy()
  expect(proxy.asked[0]?.host).toBe('localhost')
})

test.each([
  ['cannot reach the target', 4, 'TargetUnreachable'],
  ['forbids the connection', 2, ProxyRefusal.name],
  ['fails', 1, ProxyFault.name],
])('when a SOCKS proxy %s (reply code %i), the error is a %s', async (_, code, kind) => {
  const proxy = await startSocksProxy(code)
  endings.push(proxy.close)
  const error: unknown = await connect(`socks5h://a:b@127.0.0.1:${proxy.port}`, 80).catch((reason) => reason)
  expect((error as Error).constructor.name).toBe(kind)
})

test.each([
  [502, 'TargetUnreachable'],
  [504, 'TargetUnreachable'],
  [403, ProxyRefusal.name],
  [407, ProxyFault.name],
])('when an HTTP proxy responds with status %i, the error is a %s', async (status, kind) => {
  const proxy = http.createServer()
  proxy.on('connect', (_, socket: net.Socket) => socket.end(`HTTP/1.1 ${status} No\r\n\r\n`))
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  endings.push(() => proxy.close())
  const { port } = proxy.address() as net.AddressInfo
  const error: unknown = await connect(`http://127.0.0.1:${port}`, 80).catch((reason) => reason)
  expect((error as Error).constructor.name).toBe(kind)
})

test.each(['http', 'https', 'socks5h'])(
  'a %s proxy that cannot be reached causes a ProxyFault',
  async (scheme) => {
    const server = net.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as net.AddressInfo
    server.close()
    await expect(connect(`${scheme}://127.0.0.1:${port}`, 80)).rejects.toBeInstanceOf(ProxyFault)
  },
)

test('a SOCKS proxy that speaks another protocol or closes the connection causes a ProxyFault', async () => {
  const server = net.createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad\r\n\r\n'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(() => server.close())
  const { port } = server.address() as net.AddressInfo
  await expect(connect(`socks5h://127.0.0.1:${port}`, 80)).rejects.toBeInstanceOf(ProxyFault)
})

test.each(['https', 'socks5h'])(
  'a %s proxy that accepts the TCP connection and then sends nothing causes a ProxyFault',
  async (scheme) => {
    const server = net.createServer((socket) => void socket.on('error', () => {}).resume())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    endings.push(() => server.close())
    const { port } = server.address() as net.AddressInfo
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    endings.push(() => vi.useRealTimers())
    const accepted = once(server, 'connection')
    const failed = expect(connect(`${scheme}://127.0.0.1:${port}`, 80)).rejects.toBeInstanceOf(ProxyFault)
    await accepted
    await vi.advanceTimersByTimeAsync(5_000)
    await failed
  },
)

/** Functions that start a proxy that never responds. `asked` resolves when the proxy has got the target. */
const silentProxies: Record<string, () => Promise<{ port: number; asked: Promise<unknown> }>> = {
  async http() {
    const proxy = http.createServer().listen(0, '127.0.0.1')
    const asked = new Promise<void>((resolve) => {
      proxy.on('connect', (_, socket: net.Socket) => {
        socket.on('error', () => {})
        resolve()
      })
    })
    await once(proxy, 'listening')
    endings.push(() => proxy.close())
    return { port: (proxy.address() as net.AddressInfo).port, asked }
  },
  async socks5h() {
    const proxy = await startSocksProxy('silent')
    endings.push(proxy.close)
    return { port: proxy.port, asked: vi.waitFor(() => expect(proxy.asked).toHaveLength(1), 10_000) }
  },
}

test.each(['http', 'socks5h'])(
  'a target that does not respond to a working %s proxy causes no ProxyFault',
  async (scheme) => {
    const { port, asked } = await silentProxies[scheme]!()
    const dial = new AbortController()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    endings.push(() => vi.useRealTimers())
    const proxy = new URL(`${scheme}://a:b@127.0.0.1:${port}`)
    const result = throughProxy(proxy, { host: '127.0.0.1', port: 80 }, dial.signal).catch((error) => error)
    await asked
    await vi.advanceTimersByTimeAsync(5_000)
    dial.abort()
    const error: unknown = await result
    expect(error).toMatchObject({ message: 'the target was not reached in time' })
    expect(error).not.toBeInstanceOf(ProxyFault)
  },
)
