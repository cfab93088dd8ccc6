import { env } from 'cloudflare:workers'
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { HealthAnswer } from '#contract/api.ts'
import type { ExitReport } from '#contract/engine/extraction.ts'
import { knownExits, platformStates, Refusals, shareExits } from '../../../edge/mergers/refusals.ts'
import { merger, visit } from '../visit.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const shared = () => env.REFUSALS.getByName('all')
const open = (exit: string, until = Date.now() + 15 * MINUTE): ExitReport => ({
  exit,
  since: Date.now() - MINUTE,
  until,
  used: 0,
})
const closed = (exit: string, used = 0): ExitReport => ({ exit, since: null, until: null, used })

/** The settings of a deployment with two mergers elsewhere and containers. */
const everywhere = { ...env, MERGER_ORIGIN: `${env.MERGER_ORIGIN} ${env.MERGER_ORIGIN}`, MERGERS: '1' }

/** Starts the Durable Object again. It keeps its storage. */
async function restart(): Promise<void> {
  await evictDurableObject(shared())
  await runInDurableObject(shared(), (object) => void Object.assign(object, { env: everywhere }))
}

beforeEach(async () => {
  await runInDurableObject(shared(), async (_, state) => await state.storage.deleteAll())
  await restart()
})

/** Moves the clock of the Worker forward. */
function later(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  onTestFinished(() => void vi.useRealTimers())
}

/** Extracts a video of Vimeo with the passed mergers. The query controls the fake merger. */
async function extract(query: string, mergers: string[]) {
  const url = `https://vimeo.com/${Math.floor(Math.random() * 1e9)}?${query}`
  const outcome = await runInDurableObject(env.EXTRACTIONS.getByName(url), async (object) => {
    // Without MERGERS, the fake merger also receives the calls to containers. Every extraction gets a place.
    const places = { take: async () => 'granted', leave: async () => undefined }
    const PLACES = { getByName: () => places }
    Object.assign(object, { env: { ...everywhere, MERGERS: '0', PLACES } })
    return await object.extract(url, undefined, mergers, 'visitor')
  })
  return { outcome, asked: (await merger(url)).extracts }
}

test('after one merger has reported that a platform refuses our network exit, a hundred links of the platform reach no merger', async () => {
  const first = await extract('fail=site_blocks_us&refused=home', ['weur:0'])
  expect(first).toMatchObject({ outcome: { code: 'site_blocks_us' }, asked: 1 })
  for (let n = 0; n < 100; n += 1) {
    const { outcome, asked } = await extract('', [`weur:${n % 2}`])
    expect([outcome, asked]).toMatchObject([{ ok: false, code: 'site_blocks_us' }, 0])
  }
})

test('a merger whose own IP address is not refused still gets extractions', async () => {
  await extract('fail=site_blocks_us&refused=direct', ['weur:0'])
  expect((await extract('', ['weur:0'])).asked).toBe(0)
  expect((await extract('', ['local:1'])).asked).toBe(1)
})

test('a merger outside Cloudflare is called even if all its network exits are refused, because the edge does not know its settings', async () => {
  await extract('fail=site_blocks_us&refused=home', ['local:0'])
  expect((await extract('', ['local:0'])).asked).toBe(1)
})

test('a change of the configured network exits deletes the known refusals, and the storage contains no password of a proxy', async () => {
  await shared().learn('vimeo', 'weur:0', [open('home')])
  const stored = await runInDurableObject(shared(), async (_, state) => {
    const proxied = { ...everywhere, MERGER_EGRESS_PROXY: 'http://user:secret@proxy.test' }
    const fresh = async () => {
      const object = new Refusals(state, proxied)
      await state.blockConcurrencyWhile(async () => undefined)
      return object
    }
    const changed = await fresh()
    expect(await changed.known('vimeo', 'weur:0')).toEqual({ isRefused: false, exits: [] })
    await changed.learn('vimeo', 'weur:0', [open('other')])
    expect(await (await fresh()).known('vimeo', 'weur:0')).toMatchObject({ isRefused: true })
    return [...state.storage.kv.list()]
  })
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain('secret')
})

test('a refusal by one platform does not affect links of other platforms and sites', async () => {
  await shared().learn('tiktok', 'local:0', [open('home')])
  expect((await extract('', ['local:0'])).asked).toBe(1)
})

test('if a platform refuses one container that uses no proxy, the refusal counts for all containers', async () => {
  await shared().learn('vimeo', 'weur:0', [open('direct')])
  expect(await shared().known('vimeo', 'apac:1')).toMatchObject({
    isRefused: true,
    exits: [{ exit: 'direct' }],
  })
  expect(await shared().known('vimeo', 'local:0')).toEqual({ isRefused: false, exits: [] })
})

test('a new merger receives the refusals of named exits before its first extraction', async () => {
  await shared().learn('vimeo', 'local:0', [open('direct'), open('home')])
  expect(await shared().known('vimeo', 'local:1')).toMatchObject({
    isRefused: false,
    exits: [{ exit: 'home', until: expect.any(Number) }],
  })
})

test('a merger with one usable exit still gets extractions, and receives the refusal of the other exit', async () => {
  await shared().learn('vimeo', 'local:0', [open('home'), closed('direct')])
  expect(await shared().known('vimeo', 'local:0')).toMatchObject({
    isRefused: false,
    exits: [
      { exit: 'home', until: expect.any(Number) },
      { exit: 'direct', until: null },
    ],
  })
})

test('a refusal survives a restart of the Durable Object, and ends only after a trial after its pause', async () => {
  await shared().learn('vimeo', 'weur:0', [open('home')])
  await restart()
  expect(await shared().known('vimeo', 'weur:0')).toMatchObject({ isRefused: true })
  // This merger began its extraction before the refusal, so the merger does not know of the refusal.
  await shared().learn('vimeo', 'weur:1', [closed('home')])
  expect(await shared().known('vimeo', 'weur:0')).toMatchObject({ isRefused: true })
  later(16 * MINUTE)
  expect(await shared().known('vimeo', 'weur:0')).toMatchObject({ isRefused: false })
  await shared().learn('vimeo', 'weur:1', [closed('home')])
  expect((await shared().states()).vimeo).toEqual({ state: 'works', since: null })
})

test('a merger receives how long the pause after a refusal was, even when the pause is over', async () => {
  const until = Date.now() + 30 * MINUTE
  await shared().learn('vimeo', 'weur:0', [{ ...open('home', until), pause: 30 * MINUTE }])
  later(HOUR)
  expect(await shared().known('vimeo', 'weur:1')).toMatchObject({
    isRefused: false,
    exits: [{ exit: 'home', until, pause: 30 * MINUTE }],
  })
})

test('a merger receives the number of extractions that other mergers have counted, and this number decreases within an hour', async () => {
  await shared().learn('youtube', 'weur:0', [closed('direct', 40)])
  await shared().learn('youtube', 'weur:1', [closed('direct', 20)])
  await shared().learn('youtube', 'weur:1', [closed('direct', 30)])
  const used = async () => (await shared().known('youtube', 'weur:0')).exits[0]?.used
  expect(await used()).toBeCloseTo(30, 0)
  later(HOUR / 2)
  expect(await used()).toBeCloseTo(15, 0)
})

test('an extraction still succeeds if the Durable Object with the refusals fails', async () => {
  const url = `https://vimeo.com/${Math.floor(Math.random() * 1e9)}`
  const outcome = await runInDurableObject(env.EXTRACTIONS.getByName(url), async (object) => {
    const broken = {
      known: () => Promise.reject(new Error('reset')),
      learn: () => Promise.reject(new Error('reset')),
    }
    Object.assign(object, { env: { ...env, REFUSALS: { getByName: () => broken } } })
    return await object.extract(url, undefined, ['local:0'], 'visitor')
  })
  expect(outcome).toMatchObject({ ok: true })
})

/** Returns settings with which no call to the Durable Object with the refusals ever ends. */
function silent(): Env {
  const never = () => new Promise(() => undefined)
  return { ...env, REFUSALS: { getByName: () => ({ known: never, learn: never, states: never }) } } as never
}

test('an extraction continues if the Durable Object with the refusals does not respond', async () => {
  expect(await knownExits(silent(), 'vimeo', 'weur:0')).toEqual({ exits: [], isRefused: false })
  await shareExits(silent(), 'vimeo', 'weur:0', [open('home')])
})

test('a request for the states of the platforms does not wait for the call of another request', async () => {
  later(20_000)
  const first = platformStates(silent())
  await shared().learn('vimeo', 'weur:0', [open('home')])
  expect(await platformStates(env)).toMatchObject({ vimeo: { state: 'refused' } })
  expect(await first).toEqual({})
})

test('GET /api/health and GET /api/platforms list each platform that refuses us, and the time since which it refuses us', async () => {
  await shared().learn('vimeo', 'local:0', [open('home'), open('direct')])
  await shared().learn('tiktok', 'local:0', [open('home'), closed('direct')])
  await shared().learn('twitter', 'local:0', [closed('direct')])
  later(MINUTE)
  const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown
  const down = { vimeo: { state: 'refused', since }, tiktok: { state: 'limited', since } }
  const health: HealthAnswer = await (await visit('/api/health')).json()
  expect(health.platform_states).toEqual({ ...down, twitter: { state: 'works', since: null } })
  expect(await (await visit('/api/platforms')).json()).toEqual(down)
})

test('a refusal that no extraction has tested again for an hour is not shown any more', async () => {
  await shared().learn('vimeo', 'local:0', [open('home')])
  expect((await shared().states()).vimeo?.state).toBe('refused')
  later(20 * MINUTE)
  expect((await shared().states()).vimeo?.state).toBe('limited')
  later(2 * HOUR)
  expect((await shared().states()).vimeo?.state).toBe('works')
})
