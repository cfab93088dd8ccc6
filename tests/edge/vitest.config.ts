import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

/** The edge in real workerd with real KV, R2 and Durable Objects; the renderer comes from source, so no build is needed. */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  plugins: [cloudflareTest({ wrangler: { configPath: '../../wrangler.toml' } })],
  test: { name: 'edge', include: ['**/*.test.ts'], testTimeout: 30_000 },
})
