import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { once } from 'node:events'

// A process outside the sealed internet cannot connect to the TCP ports inside it, but can connect to Unix
// sockets. So the servers in this file listen on Unix sockets, and forward each connection to a TCP port of
// the sealed internet.

/**
 * Starts a server that forwards connections from the socket file to a port of 127.0.0.1, until
 * `server.close()` is called.
 */
export async function forwardSocket(socketFile: string, port: number): Promise<net.Server> {
  const server = net.createServer((outside) => join(outside, net.connect(port, '127.0.0.1')))
  return listening(server, socketFile)
}

/**
 * Starts an HTTP proxy at the socket file. The simulated sites run in a network namespace. A browser outside
 * this namespace uses the proxy to reach them.
 */
export async function gateway(socketFile: string): Promise<net.Server> {
  const server = http.createServer((request, response) => {
    const { hostname, port, pathname, search } = new URL(request.url ?? '')
    const onward = http.request({
      host: hostname,
      port,
      path: pathname + search,
      method: request.method,
      headers: request.headers,
    })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.writeHead(502).end())
    request.pipe(onward)
  })
  server.on('connect', (request, outside: net.Socket, head) => {
    const { hostname, port } = new URL(`https://${request.url ?? ''}`)
    const inside = net.connect(Number(port || 443), hostname)
    inside.once('connect', () => {
      outside.write('HTTP/1.1 200 Connection established\r\n\r\n')
      inside.write(head)
      join(outside, inside)
    })
    inside.once('error', () => outside.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
  })
  return listening(server, socketFile)
}

function join(one: net.Socket, other: net.Socket) {
  one.pipe(other).pipe(one)
  one.on('error', () => other.destroy())
  other.on('error', () => one.destroy())
}

async function listening(server: net.Server, socketFile: string): Promise<net.Server> {
  fs.rmSync(socketFile, { force: true })
  server.listen(socketFile)
  await once(server, 'listening')
  return server
}
