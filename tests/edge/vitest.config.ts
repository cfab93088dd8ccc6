import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { KEYS } from './keys.ts'

/**
 * The edge in real workerd with real KV, R2 and Durable Objects; the renderer comes from source, so no build is needed.
 * Names under `.test` lead to the media stand-in, the merger's address to the merger stand-in, all else nowhere.
 */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  plugins: [
    cloudflareTest(({ inject }) => {
      const merger = inject<string>('merger')
      const media = inject<string>('media')
      return {
        wrangler: { configPath: '../../wrangler.toml' },
        miniflare: {
          bindings: {
            ENVIRONMENT: 'development',
            MERGER_ORIGIN: merger,
            MEDIA_ORIGIN: media,
            ATTACHED_HOSTS: 'pocketreel.example clip-keeper.example',
            GRANT_KEYS: JSON.stringify(KEYS),
            RATE_FACTOR: '1',
            LONG: process.env['LONG'] ?? '',
          },
          outboundService: (request) => outbound(request, merger, media),
        },
      }
    }),
  ],
  test: {
    name: 'edge',
    include: ['**/*.test.ts'],
    globalSetup: ['fakes/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
})

/** The network of the tests: two servers, and nothing else exists. */
async function outbound(request: OutboundRequest, merger: string, media: string): Promise<Response> {
  const url = new URL(request.url)
  const isMedia = url.hostname.endsWith('.test')
  if (!isMedia && !request.url.startsWith(merger) && !request.url.startsWith(media))
    return new Response('nothing is there', { status: 599 })
  const target = isMedia ? `${media}/${url.hostname}${url.pathname}${url.search}` : request.url
  return await fetch(target, {
    method: request.method,
    headers: request.headers as Headers,
    body: request.method === 'GET' || request.method === 'HEAD' ? null : await request.text(),
    redirect: 'manual',
  })
}

/** A request as miniflare hands it over, in Node. */
type OutboundRequest = { url: string; method: string; headers: unknown; text(): Promise<string> }
