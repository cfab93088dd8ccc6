import http from 'node:http'
import type net from 'node:net'
import { pipeline } from 'node:stream'
import { Failure } from '#contract/failure.ts'
import type { Dial } from './dial.ts'

/** A source that sends nothing for this long is gone. A reader that is slow to take is not the source's fault. */
const IDLE_MS = 60_000

/** Said on every refusal of the guard itself, so that a 403 of a site is not mistaken for one. */
export const DENIED = 'x-egress'

/** Of one connection, not of the message (RFC 9110, section 7.6.1). Bodies are framed anew by Node. */
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

/** The guard: an HTTP proxy on loopback for programs that can only be told of a proxy (yt-dlp). */
export async function startGuard(dial: Dial): Promise<{ port: number; close(): Promise<void> }> {
  const server = http.createServer((request, response) => void forward(dial, request, response))
  server.on('connect', (request: http.IncomingMessage, socket: net.Socket, head: Buffer) => {
    void tunnel(dial, request.url ?? '', socket, head)
  })
  server.on('clientError', (_, socket) => socket.destroy())
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address() as net.AddressInfo
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { port: address.port, close }
}

/** CONNECT host:port, for https. */
async function tunnel(dial: Dial, authority: string, client: net.Socket, head: Buffer): Promise<void> {
  client.on('error', () => client.destroy())
  try {
    const { host, port } = parseAuthority(authority)
    const source = await dial(host, port)
    if (client.destroyed) return void source.destroy()
    endWhenIdle(source, client)
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    source.write(head)
    // Each side that ends or breaks takes the other along; there is nobody left to tell.
    const end = (error: Error | null | undefined) => {
      if (error) for (const side of [client, source]) side.destroy()
    }
    pipeline(source, client, end)
    pipeline(client, source, end)
  } catch (error) {
    const failure = asFailure(error)
    client.end(
      `HTTP/1.1 ${statusOf(failure)} ${failure.code}\r\n${headerOf(failure)}Content-Length: 0\r\nConnection: close\r\n\r\n`,
    )
  }
}

/** An absolute-form request, for plain http. */
async function forward(
  dial: Dial,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  try {
    if (!request.url || !URL.canParse(request.url)) throw new Failure('refused_address')
    const url = new URL(request.url)
    if (url.protocol !== 'http:' || url.username || url.password) throw new Failure('refused_address')
    const source = await dial(url.hostname, Number(url.port || 80))
    if (response.destroyed) return void source.destroy()
    const headers = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.has(name))
    const outgoing = http.request({
      createConnection: () => source,
      method: request.method,
      path: url.pathname + url.search,
      headers: { ...Object.fromEntries(headers), host: url.host, connection: 'close' },
      setHost: false,
    })
    endWhenIdle(source, response)
    outgoing.on('error', () => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    })
    outgoing.on('response', (answer) => {
      const passed = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name))
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(passed))
      pipeline(answer, response, (error) => error && response.destroy())
    })
    response.on('close', () => source.destroy())
    request.pipe(outgoing)
  } catch (error) {
    const failure = asFailure(error)
    const denied = failure.code === 'refused_address' ? { [DENIED]: 'denied' } : {}
    response.writeHead(statusOf(failure), { ...denied, 'content-type': 'text/plain' }).end(failure.code)
  }
}

/** Host and port of a CONNECT line; the host in the spelling URLs normalise to (0x7f.1 becomes 127.0.0.1). */
function parseAuthority(authority: string): { host: string; port: number } {
  const match = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\]+):(\d{1,5})$/i.exec(authority)
  if (!match || !URL.canParse(`http://${match[1]}/`)) throw new Failure('refused_address')
  return { host: new URL(`http://${match[1]}/`).hostname, port: Number(match[2]) }
}

function endWhenIdle(source: net.Socket, reader: net.Socket | http.ServerResponse): void {
  source.setTimeout(IDLE_MS, () => {
    if (!reader.writableNeedDrain) source.destroy(new Error('the source sent nothing'))
  })
}

const asFailure = (error: unknown) => Failure.from(error)
const statusOf = (failure: Failure) => (failure.code === 'refused_address' ? 403 : failure.status)
const headerOf = (failure: Failure) => (failure.code === 'refused_address' ? `${DENIED}: denied\r\n` : '')
