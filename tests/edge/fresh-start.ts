import { afterAll, vi } from 'vitest'
import { reset } from 'cloudflare:test'

// All files share one isolate, because a new one for each costs two seconds.
afterAll(async () => {
  await reset()
  vi.resetModules()
})
