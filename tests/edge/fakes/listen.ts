import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type Server = { origin: string; close(): Promise<void> }
type Handler = (
  request: http.IncomingMessage,
  response: http.ServerResponse,
  url: URL,
) => void | Promise<void>

/** Starts a server on a free loopback port. If a handler throws, the server breaks the connection. */
export async function listen(handler: Handler): Promise<Server> {
  const server = http.createServer((request, response) => {
    void Promise.resolve(handler(request, response, new URL(request.url ?? '', 'http://fake'))).catch(() =>
      response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export async function readBody(request: http.IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

export function json(response: http.ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}
