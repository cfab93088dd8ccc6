import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { KEYS } from './keys.ts'

/**
 * Runs the edge in real workerd with real KV, R2 and Durable Objects. The tests load the page renderer
 * (`#render`) from its source, so they need no build. Requests to hosts under `.test` go to the fake media
 * server. The Worker can also reach the origins of the other servers of the tests. All other requests get a
 * response with status 599.
 */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  plugins: [
    cloudflareTest(({ inject }) => {
      const merger = inject<string>('merger')
      const media = inject<string>('media')
      const network = inject<string>('network')
      const engines = inject<string>('engines')
      const engine = inject<string>('engine')
      return {
        wrangler: { configPath: '../../wrangler.toml' },
        miniflare: {
          bindings: {
            ENVIRONMENT: 'development',
            MEDIA_WAY: 'unguarded',
            MERGER_ORIGIN: merger,
            MERGERS: '0',
            MEDIA_ORIGIN: media,
            NETWORK_ORIGIN: network,
            ENGINES_ORIGIN: engines,
            ATTACHED_HOSTS: 'pocketreel.example clip-keeper.example',
            GRANT_KEYS: JSON.stringify(KEYS),
            RATE_FACTOR: '1',
            LONG: process.env['LONG'] ?? '',
          },
          outboundService: (request) => outbound(request, media, [merger, media, network, engines, engine]),
        },
      }
    }),
  ],
  test: {
    name: 'edge',
    include: ['**/*.test.ts'],
    globalSetup: ['fakes/setup.ts'],
    setupFiles: ['fresh-start.ts'],
    isolate: false,
    maxWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})

/** Handles every outgoing request of the Worker. Only the servers of the tests can be reached. */
async function outbound(request: OutboundRequest, media: string, servers: string[]): Promise<Response> {
  const url = new URL(request.url)
  const host = url.hostname.replace(/\.$/, '')
  const isMedia = host.endsWith('.test')
  if (!isMedia && !servers.some((server) => request.url.startsWith(server))) {
    // Tells the fake media server that the Worker has requested an unknown host. Tests read the number of
    // such requests.
    await fetch(`${media}/outside/${host}`)
    return new Response('no such host in the tests', { status: 599 })
  }
  const target = isMedia ? `${media}/${host}${url.pathname}${url.search}` : request.url
  return await fetch(target, {
    method: request.method,
    headers: request.headers as Headers,
    body: request.method === 'GET' || request.method === 'HEAD' ? null : await request.text(),
    redirect: 'manual',
  })
}

/** The type of the requests that miniflare passes to a function in Node. */
type OutboundRequest = { url: string; method: string; headers: unknown; text(): Promise<string> }
