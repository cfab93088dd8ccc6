import { defineConfig } from 'vitest/config'

/**
 * The configuration with which `npm run mutate` runs tests in Node. The variable MUTATION_TESTS is a JSON
 * list of their globs. Tests of the edge that need workerd cannot run with this configuration.
 */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[],
    setupFiles: ['tests/workerd-streams.ts'],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
