import { defineConfig } from 'vitest/config'

/**
 * The configuration with which `npm run mutate` runs tests: those of MUTATION_TESTS, a JSON list of globs, in
 * Node. Tests of the edge that need workerd cannot run here.
 */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[],
    setupFiles: ['tests/workerd-streams.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
