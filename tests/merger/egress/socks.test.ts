import { once } from 'node:events'
import net from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { socksConnect, type Target } from '../../../merger/egress/socks.ts'

const OK = [5, 0, 0, 1, 1, 2, 3, 4, 0, 80]
const NAMED = { host: 'site.example', port: 443 }

/**
 * Starts a test proxy and connects to it. The proxy answers the nth message of the client in this order:
 * - It sends the nth element of `replies`.
 * - It sends the bytes in the nth element of `rest`, one byte every 10 ms.
 * - If `closes` is true, it closes the connection after the last reply.
 * Returns the socket of the client, and the bytes of each message that the proxy has received.
 */
async function connected(
  replies: number[][],
  { closes = false, rest = [] }: { closes?: boolean; rest?: number[][] } = {},
) {
  const messages: number[][] = []
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      messages.push([...data])
      const reply = replies[messages.length - 1]
      if (reply) socket.write(Buffer.from(reply))
      for (const [index, byte] of (rest[messages.length - 1] ?? []).entries())
        setTimeout(() => socket.write(Buffer.from([byte])), 10 * (index + 1))
      if (closes && messages.length >= replies.length) socket.end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  return { socket, messages }
}
type Login = { user: string; password: string }
const connectWith = async (replies: number[][], target: Target = NAMED, login?: Login, closes = false) => {
  const proxy = await connected(replies, { closes })
  const onLogin = vi.fn()
  await socksConnect(proxy.socket, target, login, onLogin)
  return { ...proxy, onLogin }
}
/** The bytes of a text. */
const bytes = (text: string) => [...Buffer.from(text)]

test('sends an unresolved host name with its length and port', async () => {
  const { messages, onLogin } = await connectWith([[5, 0], OK])
  expect(messages).toEqual([
    [5, 1, 0],
    [5, 1, 0, 3, 12, ...bytes('site.example'), 1, 187],
  ])
  expect(onLogin).toHaveBeenCalledOnce()
})

test('sends IPv4 as four bytes and IPv6 as sixteen', async () => {
  const four = await connectWith([[5, 0], OK], { host: '93.184.216.34', port: 80 })
  expect(four.messages[1]).toEqual([5, 1, 0, 1, 93, 184, 216, 34, 0, 80])
  const six = await connectWith([[5, 0], OK], { host: '2606:4700::1111', port: 80 })
  expect(six.messages[1]).toEqual([5, 1, 0, 4, 0x26, 6, 0x47, 0, ...Array(10).fill(0), 0x11, 0x11, 0, 80])
})

test('sends user name and password with their lengths', async () => {
  const { messages } = await connectWith([[5, 2], [1, 0], OK], NAMED, { user: 'me', password: 'päss' })
  expect(messages.slice(0, 2)).toEqual([
    [5, 1, 2],
    [1, 2, ...bytes('me'), 5, ...bytes('päss')],
  ])
})

test.each<[string, number[]]>([
  ['an IPv4 address', [5, 0, 0, 1, 1, 2, 3, 4, 0, 80]],
  ['an IPv6 address', [5, 0, 0, 4, ...Array<number>(16).fill(1), 0, 80]],
  ['a name', [5, 0, 0, 3, 3, ...bytes('abc'), 0, 80]],
])('yields the bytes that follow a reply with %s', async (_, reply) => {
  const { socket } = await connectWith([
    [5, 0],
    [...reply, ...bytes('hello')],
  ])
  const [data] = (await once(socket, 'data')) as [Buffer]
  expect(data.toString()).toBe('hello')
})

test('reads replies that arrive byte by byte', async () => {
  const { socket } = await connected([[5], [5]], { rest: [[0], OK.slice(1)] })
  await socksConnect(socket, NAMED, undefined, () => undefined)
})

test('socksConnect leaves no listener on the socket', async () => {
  const { socket } = await connected([[5, 0], OK])
  const count = () => socket.listenerCount('close') + socket.listenerCount('readable')
  const before = count()
  await socksConnect(socket, NAMED, undefined, () => undefined)
  expect(count()).toBe(before)
})

test.each<[string, number[][], Login | undefined, string]>([
  ['speaks another version', [[4, 0]], undefined, 'accepts no login of this kind'],
  ['wants a login although there is none', [[5, 2]], undefined, 'accepts no login of this kind'],
  [
    'wants no login although there is one',
    [[5, 0]],
    { user: 'a', password: 'b' },
    'accepts no login of this',
  ],
  [
    'refuses the login',
    [
      [5, 2],
      [1, 1],
    ],
    { user: 'a', password: 'b' },
    'refused the login',
  ],
  [
    'refuses the target',
    [
      [5, 0],
      [5, 2, 0, 1],
    ],
    undefined,
    'answered 2',
  ],
  [
    'answers with an unknown kind of address',
    [
      [5, 0],
      [5, 0, 0, 9],
    ],
    undefined,
    'unknown kind of address',
  ],
])('socksConnect throws if the proxy %s', async (_, replies, login, message) => {
  await expect(connectWith(replies, NAMED, login)).rejects.toThrow(message)
})

test('throws on a connection closed before a complete reply', async () => {
  await expect(connectWith([[]], NAMED, undefined, true)).rejects.toThrow()
  await expect(
    connectWith(
      [
        [5, 0],
        [5, 0, 0],
      ],
      NAMED,
      undefined,
      true,
    ),
  ).rejects.toThrow()
  const { socket } = await connected([])
  socket.destroy()
  await once(socket, 'close')
  await expect(socksConnect(socket, NAMED, undefined, () => undefined)).rejects.toThrow(
    'closed the connection',
  )
})

test('accepts a user name of at most 255 bytes', async () => {
  const login = (length: number) => ({ user: 'u'.repeat(length), password: 'p' })
  const { messages } = await connectWith([[5, 2], [1, 0], OK], NAMED, login(255))
  expect(messages[1]?.slice(0, 2)).toEqual([1, 255])
  await expect(connectWith([[5, 2], [1, 0], OK], NAMED, login(256))).rejects.toThrow('is too long')
})
