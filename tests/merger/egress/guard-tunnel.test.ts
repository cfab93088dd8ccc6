import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { startGuard, type ConnectHandler } from '../../../merger/egress/guard.ts'

/** The remote server. It accepts every connection and adds it to `connections`. */
let origin: net.Server
const connections: net.Socket[] = []
/**
 * The targets to which the guard has connected. Each one has a host, a port, and the id of a proxy or direct
 * connection. The id is undefined for the default one.
 */
const dialled: unknown[][] = []
/**
 * Runs before each connection that the guard opens. If it fails, the connection fails with the same error.
 */
let beforeDial: () => Promise<void>
const reserved = new Map<string, ConnectHandler>()
let guard: Awaited<ReturnType<typeof startGuard>>
const clients: net.Socket[] = []

beforeEach(async () => {
  beforeDial = async () => undefined
  connections.length = dialled.length = clients.length = 0
  reserved.clear()
  origin = net.createServer((socket) => {
    socket.on('error', () => {})
    connections.push(socket)
  })
  await once(origin.listen(0, '127.0.0.1'), 'listening')
  const dial = async (...target: unknown[]) => {
    dialled.push(target)
    await beforeDial()
    const socket = net.connect((origin.address() as net.AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    return socket.on('error', () => {})
  }
  guard = await startGuard(dial, 60_000, reserved)
})
afterEach(async () => {
  for (const socket of [...clients, ...connections]) socket.destroy()
  await guard.close()
  await new Promise((resolve) => origin.close(resolve))
})

/** Connects to the guard and sends a text. */
function send(text: string): net.Socket {
  const client = net.connect(guard.port, '127.0.0.1', () => client.write(text))
  clients.push(client.on('error', () => {}))
  return client
}
/** Returns all that a client receives until the connection closes. */
async function received(client: net.Socket): Promise<string> {
  const chunks: Buffer[] = []
  client.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(client, 'close')
  return Buffer.concat(chunks).toString('latin1')
}
const login = (text: string) => `Proxy-Authorization: Basic ${Buffer.from(text).toString('base64')}\r\n`
const CONNECT = 'CONNECT site.example:443 HTTP/1.1\r\n'

/** Opens a tunnel through the guard. Returns the socket of the client and the socket of the remote server. */
async function tunnel(): Promise<[client: net.Socket, source: net.Socket]> {
  const client = send(`${CONNECT}\r\n`)
  await once(client, 'data')
  await expect.poll(() => connections).toHaveLength(1)
  return [client, connections[0]!]
}

test('passes bytes both ways, even right behind CONNECT', async () => {
  const client = send(`${CONNECT}\r\nearly`)
  await once(client, 'data')
  await expect.poll(() => connections).toHaveLength(1)
  const [source] = connections
  expect(String((await once(source!, 'data'))[0])).toBe('early')
  client.write('to the source')
  expect(String((await once(source!, 'data'))[0])).toBe('to the source')
  source!.write('to the client')
  expect(String((await once(client, 'data'))[0])).toBe('to the client')
})

test('closes the other side of a broken tunnel', async () => {
  const [client, source] = await tunnel()
  client.resetAndDestroy()
  await once(source.resume(), 'close')
  connections.length = 0
  const [otherClient, otherSource] = await tunnel()
  otherSource.resetAndDestroy()
  await once(otherClient.resume(), 'close')
})

test('passes on all bytes of a client that ends its side', async () => {
  const [client, source] = await tunnel()
  client.end('question')
  const chunks: string[] = []
  for await (const chunk of source) chunks.push(String(chunk))
  expect(chunks.join('')).toBe('question')
})

test('drops an unfinished connection of a disconnected client', async () => {
  let go!: () => void
  beforeDial = () => new Promise((resolve) => (go = resolve))
  for (const text of [`${CONNECT}\r\n`, 'GET http://site.example/ HTTP/1.1\r\nHost: site.example\r\n\r\n']) {
    connections.length = dialled.length = 0
    const client = send(text)
    await expect.poll(() => dialled).toHaveLength(1)
    client.destroy()
    // Gives the guard time to notice that the client has disconnected. Then `go` lets the guard connect to
    // the remote server.
    await new Promise((resolve) => setTimeout(resolve, 50))
    go()
    await expect.poll(() => connections[0]?.resume().destroyed).toBe(true)
  }
})

test('drops a forwarded request of a disconnected client', async () => {
  const client = send('GET http://site.example/ HTTP/1.1\r\nHost: site.example\r\n\r\n')
  await expect.poll(() => connections).toHaveLength(1)
  client.destroy()
  await once(connections[0]!.resume(), 'close')
})

test.each([
  ['home', login('home:x'), 'home'],
  ['session 3 of the exit home', login('home-3:x'), 'home-3'],
  ['a long exit', login(`${'e'.repeat(40)}:x`), 'e'.repeat(40)],
  ['the default exit, without a login', '', undefined],
  ['the default exit, with an empty user name', login(':x'), undefined],
  ['the default exit, with a login of another kind', 'Proxy-Authorization: Bearer aG9tZTp4\r\n', undefined],
  ['the default exit, with text before the login', 'Proxy-Authorization: xBasic aG9tZTp4\r\n', undefined],
  ['the default exit, with text after the login', 'Proxy-Authorization: Basic aG9tZTp4 x\r\n', undefined],
])('selects the exit by the login of CONNECT: %s', async (_, header, exit) => {
  send(`${CONNECT}${header}\r\n`)
  await expect.poll(() => dialled).toEqual([['site.example', 443, exit]])
})

test.each([
  ['[2606:4700::1111]:443', '[2606:4700::1111]', 443],
  ['1.1.1.1:80', '1.1.1.1', 80],
  ['0x7f.1:80', '127.0.0.1', 80],
])('connects to the normalised host and port of CONNECT %s', async (authority, host, port) => {
  send(`CONNECT ${authority} HTTP/1.1\r\n\r\n`)
  await expect.poll(() => dialled).toEqual([[host, port, undefined]])
})

test('sends x-egress with a 403, but not with a 502', async () => {
  const get = 'GET http://site.example/ HTTP/1.1\r\nHost: site.example\r\nConnection: close\r\n\r\n'
  beforeDial = () => Promise.reject(new Failure('refused_address'))
  expect(await received(send(`${CONNECT}\r\n`))).toBe(
    'HTTP/1.1 403 refused_address\r\nx-egress: denied\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  )
  expect(await received(send(get))).toMatch(
    /^HTTP\/1.1 403 .*\r\nx-egress: denied\r\ncontent-type: text\/plain\r\n/,
  )
  beforeDial = () => Promise.reject(new Failure('unreachable'))
  expect(await received(send(`${CONNECT}\r\n`))).toBe(
    'HTTP/1.1 502 unreachable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  )
  const forwarded = await received(send(get))
  expect(forwarded).toMatch(/^HTTP\/1.1 502 /)
  expect(forwarded).not.toContain('x-egress')
})

test('leaves CONNECT requests to the handler of their host', async () => {
  const taken: string[] = []
  reserved.set('self-test.invalid', (client, head) => {
    taken.push(head.toString())
    client.end('mine')
  })
  const answer = await received(send('CONNECT self-test.invalid:443 HTTP/1.1\r\n\r\nhead'))
  expect([answer, taken, dialled]).toEqual(['HTTP/1.1 200 OK\r\n\r\nmine', ['head'], []])
})

test('survives a client that does not speak HTTP', async () => {
  expect(await received(send('\0\0\0\0\r\n\r\n'))).toBe('')
  await tunnel()
})

test('forwards no hop-by-hop headers', async () => {
  const hopByHop = ['keep-alive', 'proxy-connection', 'proxy-authenticate', 'te', 'trailer', 'upgrade']
  const headers = hopByHop.map((name) => `${name}: x-${name}\r\n`).join('')
  const client = send(
    `GET http://site.example/ HTTP/1.1\r\nHost: site.example\r\nConnection: close\r\n${headers}Accept: a\r\n\r\n`,
  )
  const answer = received(client)
  await expect.poll(() => connections).toHaveLength(1)
  const request = String((await once(connections[0]!, 'data'))[0]).toLowerCase()
  connections[0]!.end(
    `HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: x\r\n${headers}Server: s\r\n\r\nok`,
  )
  const response = (await answer).toLowerCase()
  for (const name of hopByHop) expect([request, response].join()).not.toContain(`x-${name}`)
  expect(request).toContain('accept: a\r\n')
  expect(request).toContain('\r\nconnection: close\r\n')
  expect(response).toContain('server: s\r\n')
  expect(response).not.toContain('\r\nconnection: x\r\n')
})

test('the guard forwards a chunked response completely', async () => {
  const answer = new Promise<string>((resolve) => {
    const options = { host: '127.0.0.1', port: guard.port, path: 'http://site.example/', agent: false }
    http.get(options, async (response) => resolve((await response.toArray()).join('')))
  })
  await expect.poll(() => connections).toHaveLength(1)
  connections[0]!.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n')
  expect(await answer).toBe('abc')
})

test('closes all client connections when it closes', async () => {
  const [client] = await tunnel()
  const closed = once(client.resume(), 'close')
  await guard.close()
  await closed
})

test('the guard listens on loopback only', async () => {
  const { family, address } = await new Promise<net.AddressInfo>((resolve) => {
    const client = net.connect(guard.port, '127.0.0.1', () => resolve(client.address() as net.AddressInfo))
    clients.push(client)
  })
  expect([family, address]).toEqual(['IPv4', '127.0.0.1'])
  await expect(once(net.connect(guard.port, '127.0.0.2'), 'connect')).rejects.toThrow('ECONNREFUSED')
})
