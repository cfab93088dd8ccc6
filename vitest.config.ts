import { defineConfig } from 'vitest/config'

/**
 * `protocol` runs edge and merger code together in virtual time. `merger`, `machine` and `e2e` need the
 * sealed internet (tests/internet).
 */
const suite = (name: string, seconds: number) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    testTimeout: seconds * 1_000,
    hookTimeout: seconds * 1_000,
    // Times only end what hangs: a busy machine is slow.
    expect: { poll: { timeout: 60_000 } },
    fileParallelism: name === 'contract' || name === 'media' || name === 'web' || name === 'scripts',
    ...(name === 'contract' && { isolate: false }),
    ...(name === 'e2e' && { globalSetup: 'tests/e2e/lib/shared-product.ts', isolate: false }),
  },
})

export default defineConfig({
  test: {
    projects: [
      suite('contract', 180),
      suite('media', 180),
      suite('web', 180),
      suite('scripts', 180),
      suite('protocol', 180),
      suite('merger', 240),
      suite('machine', 240),
      suite('e2e', 360),
      './tests/edge/vitest.config.ts',
    ],
  },
})
