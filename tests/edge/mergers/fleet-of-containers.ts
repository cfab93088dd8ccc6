import { env } from 'cloudflare:workers'
import type { Merger } from '../../../edge/mergers/container.ts'
import { fakeContainer, fakeStorage, health, refused, withObjects } from './fake-container.ts'

/**
 * One container that behaves as a merger: after SIGTERM it refuses new work, and it exits when its last merge
 * has ended. `started` is the image with which the platform has started it.
 */
function mergerProgram(image: () => string) {
  const merges = new Set<string>()
  const program = { merges, isDraining: false, started: '', relays: 0, extractions: 0 }
  const refusal = () => Response.json({ error: 'busy', code: 'busy' }, { status: 503 })
  const { container, seen } = fakeContainer({
    start: () => Object.assign(program, { isDraining: false, started: image() }),
    answer: async (path) => {
      if (!container.running) return await refused()
      if (path === '/healthz') return health({ build: program.started, draining: program.isDraining })
      const [, id = ''] = /^\/merges\/([\w.-]+)/.exec(path) ?? []
      if (id)
        return merges.has(id) ? Response.json({}) : Response.json({ code: 'not_found' }, { status: 404 })
      if (program.isDraining) return refusal()
      if (path === '/relay') program.relays++
      if (path === '/extract') program.extractions++
      if (path === '/merges') merges.add(`task.${merges.size + 1}`)
      return Response.json({})
    },
  })
  const exitIfDone = () => program.isDraining && merges.size === 0 && container.end()
  container.signal = (number: number) => {
    seen.signals.push(number)
    program.isDraining = true
    exitIfDone()
  }
  const endMerges = () => {
    merges.clear()
    exitIfDone()
  }
  return { container, seen, program, endMerges }
}

type Running = ReturnType<typeof mergerProgram> & { merger: Merger }

/** All containers of an account with two in each of three regions, by the names of their objects. */
export async function withFleet(work: (fleet: Fleet) => Promise<void>): Promise<void> {
  const known = new Map<string, Running>()
  let image = 'one'
  await withObjects(async (make) => {
    const namespace = { getByName: (name: string) => (known.get(name) ?? added(name)).merger }
    const vars = { ...env, MERGER: namespace, MERGER_ORIGIN: '', MERGERS: '2', REGIONS: 'weur enam apac' }
    const added = (name: string): Running => {
      const fakes = mergerProgram(() => image)
      const merger = make(fakes.container, fakeStorage(), { ...vars, MERGER_BUILD: image }, name)
      const running = { ...fakes, merger }
      known.set(name, running)
      return running
    }
    await work({
      known,
      env: () => ({ ...vars, MERGER_BUILD: image }) as unknown as Env,
      // An object without running work gets the new code at once, so all are told.
      deploy: (next) => {
        image = next
        for (const { merger } of known.values())
          Object.assign(merger, { env: { ...vars, MERGER_BUILD: next } })
      },
    })
  })
}

export type Fleet = {
  known: ReadonlyMap<string, Running>
  env: () => Env
  deploy: (image: string) => void
}
