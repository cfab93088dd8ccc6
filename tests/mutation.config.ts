import { defineConfig } from 'vitest/config'

const timeout = 1_000 * Number(process.env['MUTATION_SECONDS'])

/**
 * `npm run mutate` runs tests in Node with this configuration. The variable MUTATION_TESTS is a JSON list of
 * globs of test files. MUTATION_SECONDS is the time limit of one test in seconds. Tests of the edge that need
 * workerd cannot run with this configuration.
 */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[],
    setupFiles: ['tests/workerd-streams.ts'],
    isolate: false,
    testTimeout: timeout,
    hookTimeout: timeout,
    expect: { poll: { timeout: timeout / 3 } },
  },
})
