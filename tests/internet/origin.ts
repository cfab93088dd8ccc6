import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { once } from 'node:events'
import { TLSSocket } from 'node:tls'
import type { Authority } from './ca.ts'
import type { Entry } from './log.ts'
import type { Site } from './site.ts'
import { readClientHello, type ClientHello } from '../../merger/egress/client-hello.ts'
import { refuse } from './answers.ts'
import { isPublic } from './public.ts'

/**
 * Ports of internal services, such as SSH and Redis, to which hostile links point. The servers on these ports
 * only log the connections.
 */
const INNER_PORTS = [22, 25, 110, 143, 5432, 6379, 8500, 10250, 11211]

type Log = (entry: Entry) => void

/**
 * Starts servers that listen on every address: web servers on ports 80 and 443, and a server on each of the
 * `INNER_PORTS`.
 * - The Host header of a request selects the site. A request for an unknown host gets 502.
 * - A connection to a private address or to one of the `INNER_PORTS` is logged as an intrusion.
 * - A request to a private address gets a secret text. No visitor may ever see this text.
 */
export async function startOrigins(sites: readonly Site[], authority: Authority, log: Log) {
  const open = new Map<string, net.Socket>()
  const hellos = new Map<string, ClientHello>()
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const peer = peerOf(request.socket)
    const reset = () => open.get(peer)?.resetAndDestroy()
    void answer({ request, response, sites, log, reset, hello: hellos.get(peer) })
  }
  const plain = http.createServer(listener)
  const secure = https.createServer({ ...authority.fallback, SNICallback: authority.sniCallback }, listener)
  // Node's TLS server does not expose the ClientHello of a connection. So a TCP server accepts the connection
  // first, reads the ClientHello, and hands the connection to the TLS server.
  const secureFront = net.createServer((socket) => {
    const handOver = async () => {
      const hello = await firstHello(socket)
      if (hello) hellos.set(peerOf(socket), hello)
      secure.emit('connection', socket)
    }
    void handOver()
  })
  const inner = INNER_PORTS.map(() =>
    net.createServer((socket) => socket.on('error', () => socket.destroy()).resume()),
  )
  const servers: [net.Server, number][] = [
    [plain, 80],
    [secureFront, 443],
    ...inner.map((server, index): [net.Server, number] => [server, INNER_PORTS[index] ?? 0]),
  ]
  for (const [server, port] of servers) {
    server.on('connection', (socket: net.Socket) => {
      const peer = peerOf(socket)
      open.set(peer, socket)
      socket.once('close', () => {
        open.delete(peer)
        hellos.delete(peer)
      })
      const dialled = dialledAddress(socket)
      if (!isPublic(dialled) || INNER_PORTS.includes(port))
        log({ kind: 'intrusion', at: Date.now(), dialled, port })
    })
    // A client that disconnects during a request is not an error.
    server.on('clientError', (_: Error, socket: net.Socket) => socket.destroy())
    server.listen(port, '::')
    await once(server, 'listening')
  }
  return {
    stop() {
      for (const [server] of servers) server.close()
      plain.closeAllConnections()
      secure.closeAllConnections()
    },
  }
}

const dialledAddress = (socket: net.Socket) => (socket.localAddress ?? '::').replace(/^::ffff:/, '')

/**
 * Returns a key that identifies a connection. A TLS socket and its underlying TCP socket have the same key.
 */
const peerOf = (socket: net.Socket) =>
  `${socket.localAddress} ${socket.localPort} ${socket.remoteAddress} ${socket.remotePort}`

/**
 * Reads the ClientHello of a connection, and puts its bytes back into the socket. Returns undefined when the
 * connection does not begin with a ClientHello.
 */
async function firstHello(socket: net.Socket): Promise<ClientHello | undefined> {
  let bytes = Buffer.alloc(0)
  socket.on('error', () => socket.destroy())
  try {
    let hello: ClientHello | undefined
    while (!hello) {
      await once(socket, 'readable', { signal: AbortSignal.timeout(10_000) })
      const piece = socket.read() as Buffer | null
      if (piece === null) return undefined
      bytes = Buffer.concat([bytes, piece])
      hello = readClientHello(bytes)
    }
    return hello
  } catch {
    // The client sent something that is not a ClientHello, or sent nothing for 10 seconds, or the connection
    // failed. The TLS server gets the connection all the same.
    return undefined
  } finally {
    if (bytes.length > 0) socket.unshift(bytes)
  }
}

type Asked = {
  request: IncomingMessage
  response: ServerResponse
  sites: readonly Site[]
  log: Log
  reset: () => void
  hello: ClientHello | undefined
}

async function answer({ request, response, sites, log, reset, hello }: Asked) {
  try {
    const scheme = request.socket instanceof TLSSocket ? 'https' : 'http'
    const url = URL.parse(request.url ?? '/', `${scheme}://${request.headers.host ?? 'nobody'}`)
    if (!url) return refuse(400, 'This address cannot be read.')(request, response)
    const host = url.hostname.replace(/\.$/, '')
    const dialled = dialledAddress(request.socket)
    const site = sites.find((each) =>
      each.hosts.some((name) => name === host || (name.startsWith('.') && host.endsWith(name))),
    )
    const facts = {
      method: request.method ?? 'GET',
      host,
      path: url.pathname,
      headers: flat(request.headers),
    }
    const begun = Date.now()
    log({ kind: 'request', at: begun, url: url.href, dialled, known: site !== undefined, ...facts })
    const before = request.socket.bytesWritten
    response.once('close', () => {
      const bytes = request.socket.bytesWritten - before
      log({ kind: 'sent', begun, at: Date.now(), host, path: url.pathname, bytes })
    })
    if (!isPublic(dialled)) return refuse(200, 'INSIDE: no product may ever show this.')(request, response)
    if (!site) return refuse(502, `No site has the host ${host} here.`)(request, response)
    const ask = {
      ...facts,
      scheme,
      query: url.searchParams,
      headers: request.headers,
      body: await bodyOf(request),
      hello,
      reset,
    } as const
    await (site.answer(ask) ?? refuse(404, 'Nothing here.'))(request, response)
  } catch (error) {
    // If the client has disconnected, there is no error to report: players and downloaders disconnect when
    // they have enough data.
    if (!response.destroyed && !request.destroyed) {
      process.stderr.write(`${request.headers.host}${request.url}: ${String(error)}\n`)
      response.destroy()
    }
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

const flat = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
