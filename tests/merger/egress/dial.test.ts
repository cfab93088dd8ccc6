import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dialler, NO_PROXIES } from '../../../merger/egress/dial.ts'
import { startRawOrigin, type RawOrigin } from '../raw-origin.ts'

let origin: RawOrigin
beforeAll(async () => {
  origin = await startRawOrigin(() => null)
})
afterAll(() => origin.close())

/** A network in which every name has these addresses, and every connection reaches the server of the test. */
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

test('a dialler with a limit of two connections still connects after four closed ones, because it counts only open connections', async () => {
  const dial = dialler(NO_PROXIES, 2, network(['1.1.1.1']))
  for (let n = 0; n < 4; n++) await closed(await dial('site.example', 443))
  const open = [await dial('site.example', 443), await dial('site.example', 443)]
  await expect(dial('site.example', 443)).rejects.toMatchObject({ code: 'busy' })
  await Promise.all(open.map(closed))
})

test('connections that are still being established count towards the limit of open connections', async () => {
  const dial = dialler(NO_PROXIES, 2, network(['1.1.1.1']))
  const results = await Promise.allSettled([1, 2, 3].map(() => dial('site.example', 443)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  for (const result of results) if (result.status === 'fulfilled') await closed(result.value)
})

test('a refused address does not count towards the limit of open connections', async () => {
  const dial = dialler(NO_PROXIES, 1, network(['10.0.0.1']))
  for (let n = 0; n < 3; n++)
    await expect(dial('site.example', 443)).rejects.toMatchObject({ code: 'refused_address' })
})

test('a name with one private address among several addresses is refused', async () => {
  const dial = dialler(NO_PROXIES, 9, network(['1.1.1.1', '192.168.0.1']))
  await expect(dial('site.example', 443)).rejects.toMatchObject({ code: 'refused_address' })
})

test('a connection is refused when the kernel reports a private peer address', async () => {
  const dial = dialler(NO_PROXIES, 9, network(['1.1.1.1'], '10.0.0.1'))
  await expect(dial('site.example', 443)).rejects.toMatchObject({ code: 'refused_address' })
})

test('a dialled socket that breaks while it has no other error listener does not end the process', async () => {
  const socket = await dialler(NO_PROXIES, 9, network(['1.1.1.1']))('site.example', 443)
  const hasClosed = new Promise((resolve) => socket.once('close', resolve))
  socket.destroy(new Error('reset'))
  await hasClosed
  expect(socket.destroyed).toBe(true)
})

test('opened connections are logged in one line a minute, and each refused connection is logged at once', async () => {
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
