import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { dialler, NO_PROXIES, systemNetwork } from '../../../merger/egress/dial.ts'
import { OwnHosts } from '../../../merger/egress/own-hosts.ts'
import { startRawOrigin, type RawOrigin } from '../raw-origin.ts'
import { describeSealed } from '../../sealed.ts'

let origin: RawOrigin
beforeAll(async () => {
  origin = await startRawOrigin(() => null)
})
afterAll(() => origin.close())

/**
 * An imitated network. Every name resolves to `addresses`. Every connection reaches the test server, but the
 * socket reports `peer` as its remote address.
 */
const network = (addresses: string[], peer = '1.1.1.1') => ({
  resolve: async () => addresses,
  connect: () => {
    const socket = net.connect(origin.port, '127.0.0.1')
    Object.defineProperty(socket, 'remoteAddress', { value: peer })
    return socket
  },
})
const closed = async (socket: net.Socket) => {
  socket.destroy()
  await once(socket, 'close')
}

test('does not count closed connections in the limit', async () => {
  const dial = dialler(NO_PROXIES, 2, network(['1.1.1.1']))
  for (let n = 0; n < 4; n++) await closed(await dial('site.example', 443))
  const open = [await dial('site.example', 443), await dial('site.example', 443)]
  await expect(dial('site.example', 443)).rejects.toMatchObject({ code: 'busy' })
  await Promise.all(open.map(closed))
})

test('counts unfinished connections in the limit', async () => {
  const dial = dialler(NO_PROXIES, 2, network(['1.1.1.1']))
  const results = await Promise.allSettled([1, 2, 3].map(() => dial('site.example', 443)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  for (const result of results) if (result.status === 'fulfilled') await closed(result.value)
})

test('does not count refused connections in the limit', async () => {
  const dial = dialler(NO_PROXIES, 1, network(['10.0.0.1']))
  for (let n = 0; n < 3; n++)
    await expect(dial('site.example', 443)).rejects.toMatchObject({ code: 'refused_address' })
})

test('refuses the hosts of the edge and their subdomains', async () => {
  const ownHosts = new OwnHosts()
  ownHosts.learn('saver.example localhost other.example')
  const isOwn = (host: string) => ownHosts.has(host)
  const dial = dialler(NO_PROXIES, 9, { ...network(['1.1.1.1']), isOwn })
  for (const host of ['saver.example', 'SAVER.example.', 'www.other.example'])
    await expect(dial(host, 443)).rejects.toMatchObject({ code: 'refused_address' })
  await closed(await dial('notsaver.example', 443))
})

test('refuses a name with one private address', async () => {
  const dial = dialler(NO_PROXIES, 9, network(['1.1.1.1', '192.168.0.1']))
  await expect(dial('site.example', 443)).rejects.toMatchObject({ code: 'refused_address' })
})

test('fails with refused_address on a private remote address', async () => {
  const dial = dialler(NO_PROXIES, 9, network(['1.1.1.1'], '10.0.0.1'))
  await expect(dial('site.example', 443)).rejects.toMatchObject({ code: 'refused_address' })
})

test('survives a socket error without a listener', async () => {
  const socket = await dialler(NO_PROXIES, 9, network(['1.1.1.1']))('site.example', 443)
  const hasClosed = new Promise((resolve) => socket.once('close', resolve))
  socket.destroy(new Error('reset'))
  await hasClosed
  expect(socket.destroyed).toBe(true)
})

/** Starts an HTTP proxy that never answers CONNECT. Returns its URL and the requests that it receives. */
async function startSilentProxy() {
  const asked: { host: string | undefined; socket: net.Socket }[] = []
  const proxy = http.createServer().listen(0, '127.0.0.1')
  proxy.on('connect', ({ url }, socket: net.Socket) => {
    socket.on('error', () => {})
    asked.push({ host: url, socket })
  })
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return { url: new URL(`http://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`), asked }
}

/**
 * Replaces AbortSignal.timeout by signals that never fire by themselves. The returned function aborts all
 * signals with a timeout of at most `ms` milliseconds.
 */
function replaceTimeouts(): (ms: number) => void {
  const timeouts: { ms: number; end: AbortController }[] = []
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const end = new AbortController()
    timeouts.push({ ms, end })
    return end.signal
  })
  onTestFinished(() => spy.mockRestore())
  return (limit) => {
    for (const { ms, end } of timeouts) if (ms <= limit) end.abort()
  }
}

test('blames no proxy for a silent target', async () => {
  const proxy = await startSilentProxy()
  const endTimeouts = replaceTimeouts()
  const onFault = vi.fn()
  const upstreamOf = () => ({ url: proxy.url, resolvesNames: false })
  const dialled = dialler({ upstreamOf, onFault }, 9, network(['1.1.1.1', '1.0.0.1']))('site.example', 443)
  const failed = expect(dialled).rejects.toMatchObject({ code: 'unreachable' })
  await expect.poll(() => proxy.asked).toHaveLength(1)
  endTimeouts(10_000)
  await failed
  expect(onFault).not.toHaveBeenCalled()
  // The time limit for all addresses together has passed, so the second address is not tried.
  expect(proxy.asked.map(({ host }) => host)).toEqual(['1.1.1.1:443'])
})

test('applies the limit of 4 s only to direct connections', async () => {
  const proxy = await startSilentProxy()
  const endTimeouts = replaceTimeouts()
  const upstreamOf = () => ({ url: proxy.url, resolvesNames: true })
  const dialled = dialler({ ...NO_PROXIES, upstreamOf }, 9, network(['1.1.1.1']))('site.example', 443)
  await expect.poll(() => proxy.asked).toHaveLength(1)
  endTimeouts(9_000)
  proxy.asked[0]!.socket.write('HTTP/1.1 200 OK\r\n\r\n')
  const socket = await dialled
  expect(socket.destroyed).toBe(false)
  await closed(socket)
})

test('blames a proxy for a 403 without a recent success', async () => {
  const proxy = http.createServer().on('connect', (request, socket: net.Socket) => {
    socket.on('error', () => {})
    if (request.url === 'good.example:443') socket.write('HTTP/1.1 200 OK\r\n\r\n')
    else socket.end('HTTP/1.1 403 No\r\n\r\n')
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void proxy.close())
  const url = new URL(`http://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const onFault = vi.fn()
  const dial = dialler({ upstreamOf: () => ({ url, resolvesNames: true }), onFault }, 9, network(['1.1.1.1']))
  const refused = async () => {
    await expect(dial('bad.example', 443)).rejects.toMatchObject({ code: 'unreachable' })
    return onFault.mock.calls.length
  }
  expect(await refused()).toBe(1)
  await closed(await dial('good.example', 443))
  expect(await refused()).toBe(1)
  vi.advanceTimersByTime(15 * 60_000)
  expect(await refused()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await refused()).toBe(2)
})

test('logs openings once a minute, but refusals at once', async () => {
  const lines: Record<string, unknown>[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(JSON.parse(String(text)) as Record<string, unknown>)
    return true
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const dial = dialler({ ...NO_PROXIES }, 99, network(['1.1.1.1']))
    for (const host of ['a.example', 'a.example', 'b.example']) await closed(await dial(host, 443))
    await closed(await dial('a.example', 443, 'home'))
    await expect(dial('a.example', 22)).rejects.toMatchObject({ code: 'refused_address' })
    expect(lines).toMatchObject([{ event: 'egress', allowed: false, host: 'a.example', port: 22 }])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatchObject({
      event: 'egress',
      allowed: true,
      connections: 4,
      hosts: { 'a.example': 2, 'b.example': 1, 'a.example via home': 1 },
    })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(lines).toHaveLength(2)
  } finally {
    vi.useRealTimers()
    write.mockRestore()
  }
})

test('tries at most three addresses of a name', async () => {
  const tried: string[] = []
  const failing = {
    resolve: async () => ['1.1.1.1', '1.0.0.1', '8.8.8.8', '8.8.4.4'],
    connect: (address: string) => {
      tried.push(address)
      const socket = new net.Socket()
      queueMicrotask(() => socket.emit('error', new Error(`no route to ${address}`)))
      return socket
    },
  }
  const error: unknown = await dialler(
    NO_PROXIES,
    9,
    failing,
  )('site.example', 443).catch((one: unknown) => one)
  expect(error).toMatchObject({ code: 'unreachable', cause: { message: 'no route to 8.8.8.8' } })
  expect(tried).toEqual(['1.1.1.1', '1.0.0.1', '8.8.8.8'])
})

test('tries the next address after four silent seconds', async () => {
  const endTimeouts = replaceTimeouts()
  const silent = new net.Socket()
  const destroy = vi.spyOn(silent, 'destroy')
  const good = network(['1.1.1.1'])
  const tried: string[] = []
  const connect = (address: string) => {
    tried.push(address)
    return address === '1.1.1.1' ? silent : good.connect()
  }
  const dialled = dialler(NO_PROXIES, 9, { resolve: async () => ['1.1.1.1', '1.0.0.1'], connect })
  const socket = dialled('site.example', 443)
  await expect.poll(() => tried).toEqual(['1.1.1.1'])
  endTimeouts(4_000)
  await closed(await socket)
  expect(destroy).toHaveBeenCalled()
})

test.each([
  ['cannot be used', 407],
  ['refuses the target by a rule', 403],
])('tries only one address if the proxy %s', async (_, status) => {
  const proxy = http.createServer()
  const asked: (string | undefined)[] = []
  proxy.on('connect', (request: http.IncomingMessage, socket: net.Socket) => {
    asked.push(request.url)
    socket.on('error', () => {}).end(`HTTP/1.1 ${status} No\r\n\r\n`)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void proxy.close())
  const url = new URL(`http://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`)
  const onFault = vi.fn()
  const upstreamOf = vi.fn(() => ({ url, resolvesNames: false }))
  const dial = dialler({ upstreamOf, onFault }, 9, network(['1.1.1.1', '1.0.0.1']))
  await expect(dial('site.example', 443, 'home')).rejects.toMatchObject({ code: 'unreachable' })
  expect(asked).toEqual(['1.1.1.1:443'])
  expect(upstreamOf).toHaveBeenCalledExactlyOnceWith('home')
  expect(onFault).toHaveBeenCalledExactlyOnceWith('home')
})

test('fails with "unreachable" on an error of the DNS server', async () => {
  const lines: unknown[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean(lines.push(text)))
  onTestFinished(() => write.mockRestore())
  const broken = { ...network([]), resolve: () => Promise.reject(new Error('SERVFAIL')) }
  await expect(dialler(NO_PROXIES, 9, broken)('site.example', 443)).rejects.toMatchObject({
    code: 'unreachable',
    cause: { message: 'SERVFAIL' },
  })
  expect(lines.map((line) => JSON.parse(String(line)) as unknown)).toMatchObject([{ code: 'unreachable' }])
})

describeSealed('systemNetwork resolves names with the DNS of the system', () => {
  test('resolves all addresses of a name or fails without any', async () => {
    const system = systemNetwork()
    expect(await system.resolve('cdn.example')).toContain('93.184.216.34')
    await expect(system.resolve('nowhere.example')).rejects.toMatchObject({
      code: 'unreachable',
      cause: { syscall: 'queryA' },
    })
  })
})

test('destroys a socket with a private remote address', async () => {
  const connected = network(['1.1.1.1'], '10.0.0.1')
  const sockets: net.Socket[] = []
  const connect = () => {
    const socket = connected.connect()
    sockets.push(socket)
    return socket
  }
  await expect(dialler(NO_PROXIES, 9, { ...connected, connect })('site.example', 443)).rejects.toThrow()
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true])
})

test('connects to an IP address without a DNS query', async () => {
  const asked: string[] = []
  const tried: string[] = []
  const { connect } = network([])
  const dial = dialler(NO_PROXIES, 9, {
    resolve: async (name) => (asked.push(name), []),
    connect: (address) => (tried.push(address), connect()),
  })
  for (const host of ['1.1.1.1', '[2606:4700::1111]', '2606:4700::1111']) await closed(await dial(host, 443))
  expect([asked, tried]).toEqual([[], ['1.1.1.1', '2606:4700::1111', '2606:4700::1111']])
})

test('resolves a name in lower case without its final dot', async () => {
  const asked: string[] = []
  const { connect } = network([])
  const dial = dialler(NO_PROXIES, 9, { resolve: async (name) => (asked.push(name), ['1.1.1.1']), connect })
  await closed(await dial('Site.Example.', 443))
  expect(asked).toEqual(['site.example'])
})
