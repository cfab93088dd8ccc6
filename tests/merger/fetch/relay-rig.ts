import { once } from 'node:events'
import http from 'node:http'
import type net from 'node:net'
import type { Dispatcher } from 'undici'
import { Failure } from '#contract/failure.ts'
import type { Egress } from '../../../merger/egress/egress.ts'
import { relayRoute } from '../../../merger/fetch/relay-route.ts'

/** Returns the route of the relay. The route sends all its requests to media servers through `dispatcher`. */
export function routeThrough(dispatcher: Dispatcher): ReturnType<typeof relayRoute> {
  const egress = { through: () => ({ dispatcher, proxy: '' }) } as unknown as Egress
  return relayRoute(egress, () => undefined)
}

/**
 * Starts an HTTP server on loopback that has only the relay's route. When the route fails before the response
 * has begun, the response has status 500 and the code of the Failure.
 */
export async function startRelay(dispatcher: Dispatcher) {
  const route = routeThrough(dispatcher)
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://relay')
    route.handle({ request, response, url, match: route.path.exec(url.pathname)! }).catch((error: Error) => {
      if (response.headersSent || !(error instanceof Failure)) return response.destroy(error)
      return response.writeHead(500).end(error.code)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as net.AddressInfo
  return {
    /** Requests the file at `link` through the relay, and returns the response of the relay. */
    call: (link: string, init?: RequestInit) =>
      fetch(`http://127.0.0.1:${port}/relay?url=${encodeURIComponent(link)}`, init),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type Relay = Awaited<ReturnType<typeof startRelay>>
