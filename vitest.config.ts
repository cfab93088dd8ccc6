import { defineConfig } from 'vitest/config'

/**
 * `protocol` runs edge and merger code together in virtual time. `merger` and `e2e` need the sealed internet
 * (tests/internet).
 */
const suite = (name: string, seconds: number) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    testTimeout: seconds * 1_000,
    hookTimeout: seconds * 1_000,
    // The time is long, because a browser is slow on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    fileParallelism: name === 'contract' || name === 'web' || name === 'scripts',
  },
})

export default defineConfig({
  test: {
    projects: [
      suite('contract', 10),
      suite('web', 20),
      suite('scripts', 20),
      suite('protocol', 60),
      suite('merger', 180),
      suite('e2e', 240),
      './tests/edge/vitest.config.ts',
    ],
  },
})
