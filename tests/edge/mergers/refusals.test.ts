import { env } from 'cloudflare:workers'
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { HealthAnswer } from '#contract/api.ts'
import type { ExitReport } from '#contract/engine/extraction.ts'
import { knownExits, platformStates, Refusals, shareExits } from '../../../edge/mergers/refusals.ts'
import { merger, visit } from '../visit.ts'
import { fakePlaces } from '../places/fake-places.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const shared = () => env.REFUSALS.getByName('all')
const refusedExit = (exit: string, until = Date.now() + 15 * MINUTE): ExitReport => ({
  exit,
  since: Date.now() - MINUTE,
  until,
  used: 0,
})
const workingExit = (exit: string, used = 0): ExitReport => ({ exit, since: null, until: null, used })

/** The settings of a deployment that has containers and two mergers outside Cloudflare. */
const everywhere = { ...env, MERGER_ORIGIN: `${env.MERGER_ORIGIN} ${env.MERGER_ORIGIN}`, MERGERS: '1' }

/** Evicts the `Refusals` object from memory and starts it again with the same storage. */
async function restart(): Promise<void> {
  await evictDurableObject(shared())
  await runInDurableObject(shared(), (object) => void Object.assign(object, { env: everywhere }))
}

beforeEach(async () => {
  await runInDurableObject(shared(), async (_, state) => await state.storage.deleteAll())
  await restart()
})

/** Moves the clock of the Worker forward by `ms` milliseconds. */
function advanceClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  onTestFinished(() => void vi.useRealTimers())
}

/**
 * Extracts a Vimeo link. Tries the mergers in the given order. The query of the link controls the fake
 * merger. Returns the outcome, and how often a merger was called (`asked`).
 */
async function extract(query: string, mergers: string[]) {
  const url = `https://vimeo.com/${Math.floor(Math.random() * 1e9)}?${query}`
  const outcome = await runInDurableObject(env.EXTRACTIONS.getByName(url), async (object) => {
    // This stub replaces the Durable Object of the fair queue, so every extraction starts at once.
    const { PLACES } = fakePlaces()
    // With MERGERS=0, no container exists. Calls that would otherwise go to a container go to the first
    // address in MERGER_ORIGIN: the fake merger.
    Object.assign(object, { env: { ...everywhere, MERGERS: '0', PLACES } })
    return await object.extract(url, undefined, mergers, 'visitor')
  })
  return { outcome, asked: (await merger(url)).extracts }
}

test('calls no container while its only proxy is refused', async () => {
  const first = await extract('fail=site_blocks_us&refused=home', ['weur:0'])
  expect(first).toMatchObject({ outcome: { code: 'site_blocks_us' }, asked: 1 })
  for (let n = 0; n < 100; n += 1) {
    const { outcome, asked } = await extract('', [`weur:${n % 2}`])
    expect([outcome, asked]).toMatchObject([{ ok: false, code: 'site_blocks_us' }, 0])
  }
})

test('still calls a merger elsewhere after a refusal', async () => {
  await extract('fail=site_blocks_us&refused=direct', ['weur:0'])
  expect((await extract('', ['weur:0'])).asked).toBe(0)
  expect((await extract('', ['local:1'])).asked).toBe(1)
})

test('still calls a merger elsewhere whose proxy is refused', async () => {
  await extract('fail=site_blocks_us&refused=home', ['local:0'])
  expect((await extract('', ['local:0'])).asked).toBe(1)
})

test('forgets refusals when proxy settings change', async () => {
  await shared().learn('vimeo', 'weur:0', [refusedExit('home')])
  const stored = await runInDurableObject(shared(), async (_, state) => {
    const proxied = { ...everywhere, MERGER_EGRESS_PROXY: 'http://user:secret@proxy.test' }
    const fresh = async () => {
      const object = new Refusals(state, proxied)
      await state.blockConcurrencyWhile(async () => undefined)
      return object
    }
    const changed = await fresh()
    expect(await changed.known('vimeo', 'weur:0')).toEqual({ isClosed: false, exits: [] })
    await changed.learn('vimeo', 'weur:0', [refusedExit('other')])
    expect(await (await fresh()).known('vimeo', 'weur:0')).toMatchObject({ isClosed: true })
    return [...state.storage.kv.list()]
  })
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain('secret')
})

test('keeps a refusal to its platform', async () => {
  await shared().learn('tiktok', 'local:0', [refusedExit('home')])
  expect((await extract('', ['local:0'])).asked).toBe(1)
})

test('counts a refusal for all containers', async () => {
  await shared().learn('vimeo', 'weur:0', [refusedExit('direct')])
  expect(await shared().known('vimeo', 'apac:1')).toMatchObject({
    isClosed: true,
    exits: [{ exit: 'direct' }],
  })
  expect(await shared().known('vimeo', 'local:0')).toEqual({ isClosed: false, exits: [] })
})

test('shares only the proxies of EXITS with a new merger', async () => {
  await shared().learn('vimeo', 'local:0', [refusedExit('direct'), refusedExit('home')])
  expect(await shared().known('vimeo', 'local:1')).toMatchObject({
    isClosed: false,
    exits: [{ exit: 'home', until: expect.any(Number) }],
  })
})

test('counts a refused EGRESS_PROXY for all containers only', async () => {
  await shared().learn('vimeo', 'weur:0', [refusedExit('proxy')])
  expect(await shared().known('vimeo', 'apac:1')).toMatchObject({ isClosed: true })
  expect(await shared().known('vimeo', 'local:0')).toEqual({ isClosed: false, exits: [] })
})

test('calls a merger whose direct connection works', async () => {
  await shared().learn('vimeo', 'local:0', [refusedExit('home'), workingExit('direct')])
  expect(await shared().known('vimeo', 'local:0')).toMatchObject({
    isClosed: false,
    exits: [
      { exit: 'home', until: expect.any(Number) },
      { exit: 'direct', until: null },
    ],
  })
})

test('pauses a refused proxy through a restart', async () => {
  await shared().learn('vimeo', 'weur:0', [refusedExit('home')])
  await restart()
  expect(await shared().known('vimeo', 'weur:0')).toMatchObject({ isClosed: true })
  // The second merger began its extraction before the refusal, so it can still report that the proxy works.
  // The edge ignores such a report until the 15 minutes are over.
  await shared().learn('vimeo', 'weur:1', [workingExit('home')])
  expect(await shared().known('vimeo', 'weur:0')).toMatchObject({ isClosed: true })
  advanceClock(16 * MINUTE)
  expect(await shared().known('vimeo', 'weur:0')).toMatchObject({ isClosed: false })
  await shared().learn('vimeo', 'weur:1', [workingExit('home')])
  expect((await shared().states()).vimeo).toEqual({ state: 'works', since: null })
})

test('tells mergers the pause of a proxy', async () => {
  const until = Date.now() + 30 * MINUTE
  await shared().learn('vimeo', 'weur:0', [{ ...refusedExit('home', until), pause: 30 * MINUTE }])
  advanceClock(HOUR)
  expect(await shared().known('vimeo', 'weur:1')).toMatchObject({
    isClosed: false,
    exits: [{ exit: 'home', until, pause: 30 * MINUTE }],
  })
})

test('weighs a report of half an hour ago by half', async () => {
  await shared().learn('youtube', 'weur:0', [workingExit('direct', 40)])
  await shared().learn('youtube', 'weur:1', [workingExit('direct', 20)])
  await shared().learn('youtube', 'weur:1', [workingExit('direct', 30)])
  const used = async () => (await shared().known('youtube', 'weur:0')).exits[0]?.used
  expect(await used()).toBeCloseTo(30, 0)
  advanceClock(HOUR / 2)
  expect(await used()).toBeCloseTo(15, 0)
})

test('extracts although the object fails', async () => {
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

/** Returns the bindings of the Worker, with a `Refusals` object that never responds. */
function silent(): Env {
  const never = () => new Promise(() => undefined)
  return { ...env, REFUSALS: { getByName: () => ({ known: never, learn: never, states: never }) } } as never
}

test('extracts although the object is silent', async () => {
  expect(await knownExits(silent(), 'vimeo', 'weur:0')).toEqual({ exits: [], isClosed: false })
  await shareExits(silent(), 'vimeo', 'weur:0', [refusedExit('home')])
})

test('returns states while another call hangs', async () => {
  advanceClock(20_000)
  const first = platformStates(silent())
  await shared().learn('vimeo', 'weur:0', [refusedExit('home')])
  expect(await platformStates(env)).toMatchObject({ vimeo: { state: 'refused' } })
  expect(await first).toEqual({})
})

test('reports who refuses us, and since when', async () => {
  await shared().learn('vimeo', 'local:0', [refusedExit('home'), refusedExit('direct')])
  await shared().learn('tiktok', 'local:0', [refusedExit('home'), workingExit('direct')])
  await shared().learn('twitter', 'local:0', [workingExit('direct')])
  advanceClock(MINUTE)
  const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown
  const down = { vimeo: { state: 'refused', since }, tiktok: { state: 'limited', since } }
  const health: HealthAnswer = await (await visit('/api/health')).json()
  expect(health.platform_states).toEqual({ ...down, twitter: { state: 'works', since: null } })
  expect(await (await visit('/api/platforms')).json()).toEqual(down)
})

/** Returns the report of a merger that a proxy is broken. */
const broken = (exit: string, until?: number): ExitReport => ({ ...refusedExit(exit, until), is_fault: true })
const stateOfVimeo = async () => (await shared().states()).vimeo?.state

test('is "unreachable" with only broken or refused exits', async () => {
  await shared().learn('vimeo', 'local:0', [broken('home')])
  expect(await stateOfVimeo()).toBe('unreachable')
  await shared().learn('vimeo', 'local:1', [refusedExit('direct')])
  expect(await stateOfVimeo()).toBe('unreachable')
  advanceClock(30 * MINUTE)
  expect(await stateOfVimeo()).toBe('unreachable')
  advanceClock(2 * HOUR)
  expect(await stateOfVimeo()).toBe('works')
})

test('"works" with a broken proxy and a direct connection', async () => {
  await shared().learn('vimeo', 'local:0', [broken('home'), workingExit('direct')])
  expect(await stateOfVimeo()).toBe('works')
})

test('is "limited" with one refused exit', async () => {
  await shared().learn('vimeo', 'local:0', [broken('home'), refusedExit('rented'), workingExit('direct')])
  expect(await stateOfVimeo()).toBe('limited')
})

test('is "refused" after a broken proxy is refused', async () => {
  await shared().learn('vimeo', 'local:0', [broken('home')])
  await shared().learn('vimeo', 'local:0', [refusedExit('home', Date.now() + HOUR)])
  expect(await stateOfVimeo()).toBe('refused')
})

test('fails with "exit_down" while the only proxy is broken', async () => {
  await extract('fail=exit_down&broken=home', ['weur:0'])
  expect(await extract('', ['weur:0'])).toMatchObject({
    outcome: { ok: false, code: 'exit_down' },
    asked: 0,
  })
})

test.each([
  ['site_blocks_us', 'refused'],
  ['exit_down', 'broken'],
])('says with "%s" when the only proxy works again', async (code, field) => {
  const about = Date.now() + HOUR
  const near = (outcome: object) => Math.abs((outcome as { retryAt: number }).retryAt - about) < MINUTE
  const first = await extract(`fail=${code}&${field}=home`, ['weur:0'])
  const second = await extract('', ['weur:0'])
  expect([first.asked, near(first.outcome)]).toEqual([1, true])
  expect([second.asked, near(second.outcome)]).toEqual([0, true])
})

test.each([
  ['the direct connection can be used', 'fail=site_blocks_us&refused=home&exits=direct'],
  ['the failure has another cause', 'fail=private&refused=home'],
  ['no proxy or direct connection is known', 'fail=site_blocks_us'],
])('states no time for another try if %s', async (_, query) => {
  expect((await extract(query, ['local:0'])).outcome).not.toHaveProperty('retryAt')
})

test('ignores refusals of removed mergers', async () => {
  await shared().learn('vimeo', 'local:0', [workingExit('direct')])
  await shared().learn('vimeo', 'local:7', [refusedExit('direct')])
  await shared().learn('tiktok', 'local:7', [refusedExit('direct')])
  expect(await shared().states()).toEqual({ vimeo: { state: 'works', since: null } })
})

test('is "refused" if all configured mergers are', async () => {
  await shared().learn('vimeo', 'local:0', [refusedExit('direct')])
  await shared().learn('vimeo', 'local:7', [workingExit('direct')])
  expect((await shared().states()).vimeo?.state).toBe('refused')
})

test('"works" an hour after the end of a pause', async () => {
  await shared().learn('vimeo', 'local:0', [refusedExit('home')])
  expect((await shared().states()).vimeo?.state).toBe('refused')
  advanceClock(20 * MINUTE)
  expect((await shared().states()).vimeo?.state).toBe('limited')
  advanceClock(2 * HOUR)
  expect((await shared().states()).vimeo?.state).toBe('works')
})
