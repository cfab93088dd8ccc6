import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialler, NO_PROXIES } from '../../../merger/egress/dial.ts'
import { startRawOrigin, type RawOrigin } from '../raw-origin.ts'

let origin: RawOrigin
beforeAll(async () => {
  origin = await startRawOrigin(() => null)
})
afterAll(() => origin.close())

/** A network where every name has these addresses and every connection reaches the test's own server. */
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

test('a dialler counts only open connections: after twice its limit it still connects', async () => {
  const dial = dialler(NO_PROXIES, 2, network(['1.1.1.1']))
  for (let n = 0; n < 4; n++) await closed(await dial('site.example', 443))
  const open = [await dial('site.example', 443), await dial('site.example', 443)]
  await expect(dial('site.example', 443)).rejects.toMatchObject({ code: 'busy' })
  await Promise.all(open.map(closed))
})

test('connections that are still being opened count towards the limit', async () => {
  const dial = dialler(NO_PROXIES, 2, network(['1.1.1.1']))
  const results = await Promise.allSettled([1, 2, 3].map(() => dial('site.example', 443)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  for (const result of results) if (result.status === 'fulfilled') await closed(result.value)
})

test('a refused address does not use up a connection', async () => {
  const dial = dialler(NO_PROXIES, 1, network(['10.0.0.1']))
  for (let n = 0; n < 3; n++)
    await expect(dial('site.example', 443)).rejects.toMatchObject({ code: 'refused_address' })
})

test('one private address among several refuses the whole name', async () => {
  const dial = dialler(NO_PROXIES, 9, network(['1.1.1.1', '192.168.0.1']))
  await expect(dial('site.example', 443)).rejects.toMatchObject({ code: 'refused_address' })
})

test('a connection whose peer turns out to be private is refused', async () => {
  const dial = dialler(NO_PROXIES, 9, network(['1.1.1.1'], '10.0.0.1'))
  await expect(dial('site.example', 443)).rejects.toMatchObject({ code: 'refused_address' })
})

test('a dialled socket that breaks without another listener does not end the process', async () => {
  const socket = await dialler(NO_PROXIES, 9, network(['1.1.1.1']))('site.example', 443)
  const hasClosed = new Promise((resolve) => socket.once('close', resolve))
  socket.destroy(new Error('reset'))
  await hasClosed
  expect(socket.destroyed).toBe(true)
})
