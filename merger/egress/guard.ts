import http from 'node:http'
import type net from 'node:net'
import { pipeline } from 'node:stream'
import { Failure } from '#contract/failure.ts'
import { log } from '../log.ts'
import type { Dial } from './dial.ts'

const IDLE_MS = 60_000

/**
 * Response header of every refusal by the guard itself. The header distinguishes the guard's 403 from a 403
 * of a site.
 */
export const DENIED = 'x-egress'

/** `head` holds the bytes that followed the CONNECT request. */
export type ConnectHandler = (client: net.Socket, head: Buffer) => void

/**
 * Headers that the guard does not forward, because they concern one connection and not the message (RFC 9110,
 * section 7.6.1). Node itself sets the header transfer-encoding of each body that it sends.
 */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * When the guard cannot forward a response, it answers 502 or closes the connection; the process continues.
 */
export async function startGuard(
  dial: Dial,
  idleMs = IDLE_MS,
  reserved: ReadonlyMap<string, ConnectHandler> = new Map(),
): Promise<{ port: number; close(): Promise<void> }> {
  const server = http.createServer(
    (request, response) => void forward({ dial: through(dial, request), idleMs, request, response }),
  )
  server.on('connect', (request: http.IncomingMessage, client: net.Socket, head: Buffer) => {
    void tunnel({
      dial: through(dial, request),
      idleMs,
      reserved,
      authority: request.url ?? '',
      client,
      head,
    })
  })
  server.on('clientError', (_, socket) => socket.destroy())
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject)
      // Node emits `error` on the server when it cannot accept a connection (EMFILE). The server stays up,
      // because it may accept the next connection.
      server.on('error', (error) => log('guard_accept', { cause: error.message }))
      resolve()
    })
  })
  const address = server.address() as net.AddressInfo
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { port: address.port, close }
}

/** The client sends the id of the exit as its proxy user name (`http://exit:x@host:port`). */
function through(dial: Dial, request: http.IncomingMessage): Dial {
  const login = /^Basic ([\w+/]+=*)$/.exec(request.headers['proxy-authorization'] ?? '')?.[1]
  const exit = login && Buffer.from(login, 'base64').toString().split(':')[0]
  return (host, port) => dial(host, port, exit || undefined)
}

type Tunnel = {
  dial: Dial
  idleMs: number
  reserved: ReadonlyMap<string, ConnectHandler>
  authority: string
  client: net.Socket
  head: Buffer
}

async function tunnel({ dial, idleMs, reserved, authority, client, head }: Tunnel): Promise<void> {
  client.on('error', () => client.destroy())
  try {
    const { host, port } = parseAuthority(authority)
    const takeOver = reserved.get(host)
    if (takeOver) {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      return takeOver(client, head)
    }
    const source = await dial(host, port)
    if (client.destroyed) return void source.destroy()
    closeWhenIdle(source, client, idleMs)
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    source.write(head)
    // A raw tunnel cannot report an error to its client. When the connection to the client or to the remote
    // server breaks, the guard closes both connections.
    const end = (error: Error | null | undefined) => {
      if (error) for (const side of [client, source]) side.destroy()
    }
    pipeline(source, client, end)
    pipeline(client, source, end)
  } catch (error) {
    const failure = Failure.from(error)
    const denied = failure.code === 'refused_address' ? `${DENIED}: denied\r\n` : ''
    client.end(
      `HTTP/1.1 ${statusOf(failure)} ${failure.code}\r\n${denied}Content-Length: 0\r\nConnection: close\r\n\r\n`,
    )
  }
}

type Forward = {
  dial: Dial
  idleMs: number
  request: http.IncomingMessage
  response: http.ServerResponse
}

async function forward({ dial, idleMs, request, response }: Forward): Promise<void> {
  response.on('error', () => response.destroy())
  try {
    const url = plainTarget(request.url ?? '')
    const source = await dial(url.hostname, Number(url.port || 80))
    if (response.destroyed) return void source.destroy()
    response.on('close', () => source.destroy())
    closeWhenIdle(source, response, idleMs)
    const outgoing = http.request({
      createConnection: () => source,
      method: request.method,
      path: url.pathname + url.search,
      headers: { ...endToEnd(request.headers), host: url.host, connection: 'close' },
      setHost: false,
    })
    outgoing.on('response', (answer) => passOn(answer, response))
    outgoing.on('error', () => badGateway(response))
    // The remote server may switch protocols (101) or close without a response. Node then emits only `close`,
    // neither `response` nor `error`.
    outgoing.on('close', () => {
      if (!response.headersSent) badGateway(response)
    })
    request.pipe(outgoing)
  } catch (error) {
    const failure = Failure.from(error)
    const denied = failure.code === 'refused_address' ? { [DENIED]: 'denied' } : {}
    reply(response, statusOf(failure), { ...denied, 'content-type': 'text/plain' }, failure.code)
  }
}

/** Node's parser accepts every status from 000 to 999; RFC 9110, section 15, only 100 to 599. */
function passOn(answer: http.IncomingMessage, response: http.ServerResponse): void {
  const status = answer.statusCode ?? 0
  if (status < 100 || status > 599) {
    answer.destroy()
    return badGateway(response)
  }
  try {
    response.writeHead(status, endToEnd(answer.headers))
  } catch {
    // `writeHead` throws for some headers that Node's parser accepts.
    answer.destroy()
    return badGateway(response)
  }
  pipeline(answer, response, (error) => error && response.destroy())
}

function badGateway(response: http.ServerResponse): void {
  reply(response, 502, { 'content-length': 0 }, '')
}

/** Never throws. */
function reply(
  response: http.ServerResponse,
  status: number,
  headers: http.OutgoingHttpHeaders,
  text: string,
): void {
  if (response.headersSent || response.destroyed) response.destroy()
  else response.writeHead(status, headers).end(text)
}

const endToEnd = (headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))

/** Throws `refused_address` for a scheme other than http, and for a URL with user name or password. */
function plainTarget(text: string): URL {
  if (!URL.canParse(text)) throw new Failure('refused_address')
  const url = new URL(text)
  if (url.protocol !== 'http:' || url.username || url.password) throw new Failure('refused_address')
  return url
}

/** Normalised as in a URL: `0x7f.1` becomes `127.0.0.1`. */
function parseAuthority(authority: string): { host: string; port: number } {
  const match = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\]+):(\d{1,5})$/i.exec(authority)
  if (!match || !URL.canParse(`http://${match[1]}/`)) throw new Failure('refused_address')
  return { host: new URL(`http://${match[1]}/`).hostname, port: Number(match[2]) }
}

/**
 * While the write buffer of the `client` is full, the guard does not read from the server, so the time does
 * not count.
 */
function closeWhenIdle(server: net.Socket, client: net.Socket | http.ServerResponse, idleMs: number): void {
  server.setTimeout(idleMs)
  server.on('timeout', () => {
    if (!client.writableNeedDrain) server.destroy(new Error('the source sent nothing'))
  })
  client.on('drain', () => server.setTimeout(idleMs))
}

const statusOf = (failure: Failure) => (failure.code === 'refused_address' ? 403 : failure.status)
