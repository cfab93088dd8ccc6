import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'

/** A container that runs at once and listens after so many refused calls. No engine for a true one is at hand here. */
function slowContainer(refusals: number) {
  const seen = { starts: 0, refused: 0, answered: [] as string[] }
  const port = {
    fetch: async (request: Request | string) => {
      const path = new URL(typeof request === 'string' ? request : request.url).pathname
      if (seen.refused < refusals) {
        seen.refused++
        throw new Error('connection refused')
      }
      seen.answered.push(path)
      const slots = { busy: 0, slots: 4 }
      return Response.json({ v: 1, boot: 'b', yt_dlp: '-', ffmpeg: '-', merges: slots, extractions: slots })
    },
  }
  const container = {
    running: false,
    start() {
      seen.starts++
      container.running = true
    },
    setInactivityTimeout: async () => undefined,
    destroy: async () => {
      container.running = false
    },
    getTcpPort: () => port,
  }
  return { container, seen }
}

test('whoever calls a container that still starts waits for it, and it starts once', async () => {
  const { container, seen } = slowContainer(3)
  const answers = await runInDurableObject(env.MERGER.getByName('weur:0'), async (merger) => {
    Object.assign(merger, { ctx: { container } })
    const call = (path: string) => merger.fetch(new Request(`http://merger${path}`))
    return Promise.all(
      ['/merges/a.1/events', '/extract', '/healthz'].map(async (path) => (await call(path)).status),
    )
  })
  expect(answers).toEqual([200, 200, 200])
  expect(seen.starts).toBe(1)
  expect(seen.answered).toHaveLength(4)
})
