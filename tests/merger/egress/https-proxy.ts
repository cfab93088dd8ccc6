import { once } from 'node:events'
import https from 'node:https'
import net from 'node:net'
import type tls from 'node:tls'
import { closing } from './closing.ts'

/**
 * A CONNECT request that has reached the proxy. `serverName` is the server name (SNI) that the client has
 * sent in the TLS handshake, or the string 'false' if the client has sent none.
 */
type Asked = { authority: string; login: string; serverName: string }

/**
 * Starts an HTTPS proxy on every address of this machine. Clients connect to the proxy over TLS and send it
 * CONNECT requests, which `asked` records. If `isSilent` is true, the proxy does not respond to these
 * requests.
 */
export async function startHttpsProxy(options: https.ServerOptions, { isSilent = false } = {}) {
  const asked: Asked[] = []
  const server = https.createServer(options)
  const { track, close } = closing(server)
  server.on('connection', track).on('tlsClientError', (_, socket) => socket.destroy())
  server.on('connect', (request, client: tls.TLSSocket) => {
    const authority = request.url ?? ''
    const [, login = ''] = (request.headers['proxy-authorization'] ?? '').split(' ')
    asked.push({
      authority,
      login: Buffer.from(login, 'base64').toString(),
      serverName: String(client.servername),
    })
    if (isSilent) return
    const [host = '', port] = authority.split(':')
    const target = net.connect({ host, port: Number(port) })
    track(target)
    target.once('connect', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      client.pipe(target).pipe(client)
    })
    target.once('error', () => client.destroy())
  })
  server.listen(0)
  await once(server, 'listening')
  return { port: (server.address() as net.AddressInfo).port, asked, close }
}
