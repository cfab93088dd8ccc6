import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { firstAnswer } from '../../../edge/extract/first-answer.ts'
import { mergersNear } from '../../../edge/mergers/locations.ts'
import { inOrder } from '../../../edge/mergers/order.ts'
import { Place } from '../../../edge/places/place.ts'
import { fakePlaces } from '../places/fake-places.ts'

let later = 0

/** What was down is known for some minutes, so each test runs an hour after the one before. */
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  later += 3_600_000
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.now() + later })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** An account whose containers need four seconds to start, but for those of one region. */
function account(dead: string) {
  const asked: string[] = []
  const running = new Set<string>()
  const reports = new Map<string, { report: string; at: number }>()
  const container = (name: string) => ({
    ready: async () => {
      if (name.startsWith(dead)) return await new Promise<never>(() => undefined)
      if (!running.has(name)) await new Promise((resolve) => setTimeout(resolve, 4_000))
      running.add(name)
      return 'ready'
    },
    fetch: async () => {
      asked.push(name)
      return new Response(`${JSON.stringify({ state: 'failed', code: 'removed', detail: '' })}\n`)
    },
  })
  const fleet = {
    report: async (name: string, report: string) => void reports.set(name, { report, at: Date.now() }),
    read: async () => Object.fromEntries(reports),
  }
  const own = {
    ...env,
    MERGER: { getByName: container },
    FLEET: { getByName: () => fleet },
    MERGER_ORIGIN: '',
    MERGERS: '2',
    REGIONS: 'weur enam apac',
    MERGER_BUILD: crypto.randomUUID(),
  } as unknown as Env
  return { own, asked, reports }
}

/** How long a paste from the region takes, in seconds. */
async function paste(own: Env, region: string): Promise<number> {
  const url = `https://media.test/${crypto.randomUUID()}`
  const place = new Place(fakePlaces() as unknown as Env, `${region}:0`, 'extraction', {
    id: 'a',
    visitor: 'v',
    link: url,
  })
  const begun = Date.now()
  const ended: number[] = []
  const answer = inOrder(own, mergersNear(own, region)).then((mergers) =>
    firstAnswer(own, { v: ENGINE_VERSION, url }, mergers, place, 'v'),
  )
  void answer.finally(() => ended.push(Date.now()))
  while (ended.length === 0) await vi.advanceTimersByTimeAsync(100)
  expect(await answer).toMatchObject({ ok: false, code: 'removed' })
  return (ended[0]! - begun) / 1_000
}

test('a dead region costs the first paste twelve seconds and the next none', async () => {
  const { own, asked } = account('weur')
  expect(await paste(own, 'weur')).toBeLessThanOrEqual(12.5)
  for (let count = 0; count < 5; count++) expect(await paste(own, 'weur')).toBeLessThan(1)
  expect(new Set(asked.map((name) => name.split(':')[0]))).toEqual(new Set(['enam']))
})

test('asks a dead region again after two minutes', async () => {
  const { own } = account('weur')
  await paste(own, 'weur')
  await vi.advanceTimersByTimeAsync(150_000)
  const [first] = await inOrder(own, mergersNear(own, 'weur'))
  expect(first).toMatch(/^weur:0/)
})

test('a container that starts in time stays the first', async () => {
  const { own, asked, reports } = account('nowhere')
  expect(await paste(own, 'weur')).toBeLessThan(5)
  expect(asked[0]).toMatch(/^weur:0/)
  expect(reports.size).toBe(0)
})

test('a running neighbour of a container that is down comes first', async () => {
  const { own, reports } = account('nowhere')
  const names = mergersNear(own, 'weur')
  reports.set(names[0]!, { report: 'down', at: Date.now() })
  reports.set(names[1]!, { report: { boot: 'b' } as unknown as string, at: Date.now() })
  await vi.advanceTimersByTimeAsync(60_000)
  reports.set(names[0]!, { report: 'down', at: Date.now() })
  expect(await inOrder(own, names)).toEqual([...names.slice(1), names[0]])
})
