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

const signal = () => AbortSignal.timeout(60_000)
const connect = (proxy: string, port: number) =>
  throughProxy(new URL(proxy), { host: '127.0.0.1', port }, signal())

test('gives a SOCKS proxy the login and the target address', async () => {
  const proxy = await startSocksProxy()
  endings.push(proxy.close)
  const port = await startEcho()
  const socket = await connect(`socks5h://me:p%40ss@127.0.0.1:${proxy.port}`, port)
  endings.push(() => socket.destroy())
  socket.write('hello')
  expect(String((await once(socket, 'data'))[0])).toBe('hello')
  expect(proxy.asked).toEqual([{ user: 'me', password: 'p@ss', host: '127.0.0.1', port }])
})

test('gives a SOCKS proxy that resolves names the host name', async () => {
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
  [503, 'TargetUnreachable'],
  [504, 'TargetUnreachable'],
  [403, ProxyRefusal.name],
  [407, ProxyFault.name],
])('turns status %i of an HTTP proxy into a %s', async (status, kind) => {
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

test('blames a SOCKS proxy for a broken handshake', async () => {
  const server = net.createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad\r\n\r\n'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(() => server.close())
  const { port } = server.address() as net.AddressInfo
  await expect(connect(`socks5h://127.0.0.1:${port}`, 80)).rejects.toBeInstanceOf(ProxyFault)
})

test.each(['https', 'socks5h'])('blames a %s proxy that never answers', async (scheme) => {
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
})

/**
 * One function for each scheme. It starts a proxy that never responds. `asked` resolves when a client has
 * asked the proxy to connect to a target.
 */
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
    return { port: proxy.port, asked: expect.poll(() => proxy.asked).toHaveLength(1) }
  },
}

test.each(['http', 'socks5h'])('does not blame a working %s proxy for a silent target', async (scheme) => {
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
})

/** Starts an HTTP proxy that answers CONNECT with `answer`. Returns its port and the requests. */
async function startProxy(answer: string) {
  const asked: { authority: string | undefined; headers: http.IncomingHttpHeaders; socket: net.Socket }[] = []
  const proxy = http.createServer().on('connect', (request: http.IncomingMessage, socket: net.Socket) => {
    socket.on('error', () => {})
    asked.push({ authority: request.url, headers: request.headers, socket })
    socket.write(answer)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  endings.push(() => {
    for (const { socket } of asked) socket.destroy()
    proxy.close()
  })
  return { port: (proxy.address() as net.AddressInfo).port, asked }
}

test('gives an HTTP proxy the target in CONNECT and Host', async () => {
  const { port, asked } = await startProxy('HTTP/1.1 200 OK\r\n\r\n')
  const proxy = new URL(`http://127.0.0.1:${port}`)
  for (const host of ['1.1.1.1', '2606:4700::1111', 'site.example'])
    await throughProxy(proxy, { host, port: 443 }, signal())
  expect(asked.map(({ authority }) => authority)).toEqual([
    '1.1.1.1:443',
    '[2606:4700::1111]:443',
    'site.example:443',
  ])
  for (const { authority, headers } of asked) {
    expect(headers.host).toBe(authority)
    expect(headers).not.toHaveProperty('proxy-authorization')
  }
})

test('connects to a proxy with an IPv6 address in its URL', async () => {
  const { port } = await startProxy('HTTP/1.1 200 OK\r\n\r\n')
  const error: unknown = await connect(`http://[::1]:${port}`, 80).catch((reason: unknown) => reason)
  // The URL contains the IPv6 address [::1], but the proxy listens on IPv4 only, so the connection is
  // refused. If throughProxy did not remove the brackets, the error would be a failed DNS query instead.
  expect((error as Error).cause).toMatchObject({ code: 'ECONNREFUSED', address: '::1' })
})

test('keeps bytes right behind the response of an HTTP proxy', async () => {
  const { port } = await startProxy('HTTP/1.1 200 OK\r\n\r\nhello')
  const socket = await connect(`http://127.0.0.1:${port}`, 80)
  endings.push(() => socket.destroy())
  expect(String((await once(socket, 'data'))[0])).toBe('hello')
})

test('names a 407 of an HTTP proxy and closes the connection', async () => {
  const { port, asked } = await startProxy('HTTP/1.1 407 No\r\n\r\n')
  const error: unknown = await connect(`http://127.0.0.1:${port}`, 80).catch((reason: unknown) => reason)
  expect(error).toMatchObject({
    message: 'the upstream proxy cannot be used',
    cause: { message: 'the upstream proxy answered 407' },
  })
  await expect.poll(() => asked[0]?.socket.resume().readableEnded).toBe(true)
})

test.each(['http', 'socks5h'])('leaves no timer or listener after a %s handshake', async (scheme) => {
  const proxy = scheme === 'http' ? await startProxy('HTTP/1.1 200 OK\r\n\r\n') : await startSocksProxy()
  if ('close' in proxy) endings.push(proxy.close)
  const target = await startEcho()
  const clear = vi.spyOn(globalThis, 'clearTimeout')
  endings.push(() => clear.mockRestore())
  const stop = new AbortController()
  const url = new URL(`${scheme}://a:b@127.0.0.1:${proxy.port}`)
  const socket = await throughProxy(url, { host: '127.0.0.1', port: target }, stop.signal)
  endings.push(() => socket.destroy())
  expect(clear).toHaveBeenCalled()
  stop.abort()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(socket.destroyed).toBe(false)
})

test('closes the connection on an abort in a SOCKS handshake', async () => {
  const sockets: net.Socket[] = []
  const server = net.createServer((socket) => void sockets.push(socket.on('error', () => {}).resume()))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  endings.push(() => server.close())
  const stop = new AbortController()
  const url = new URL(`socks5h://127.0.0.1:${(server.address() as net.AddressInfo).port}`)
  const failed = expect(throughProxy(url, { host: '127.0.0.1', port: 80 }, stop.signal)).rejects.toThrow(
    'the target was not reached in time',
  )
  await expect.poll(() => sockets).toHaveLength(1)
  stop.abort()
  await failed
  await expect.poll(() => sockets[0]?.destroyed).toBe(true)
})

test('blames a SOCKS proxy for an undefined reply code', async () => {
  const proxy = await startSocksProxy(30)
  endings.push(proxy.close)
  await expect(connect(`socks5h://a:b@127.0.0.1:${proxy.port}`, 80)).rejects.toBeInstanceOf(ProxyFault)
})

test('leaves no timer or connection after a failed handshake', async () => {
  const sockets: net.Socket[] = []
  const server = net.createServer((socket) => {
    sockets.push(socket.on('error', () => {}).resume())
    socket.write('HTTP/1.1 400 Bad\r\n\r\n')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  endings.push(() => server.close())
  const { port } = server.address() as net.AddressInfo
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  endings.push(() => vi.useRealTimers())
  const proxy = new URL(`socks5h://127.0.0.1:${port}`)
  const target = { host: '127.0.0.1', port: 80 }
  await expect(throughProxy(proxy, target, new AbortController().signal)).rejects.toBeInstanceOf(ProxyFault)
  expect(vi.getTimerCount()).toBe(0)
  await once(sockets[0]!, 'close')
})
