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

test('after a platform refuses the containers’ only proxy, links of the platform fail without a call to a container', async () => {
  const first = await extract('fail=site_blocks_us&refused=home', ['weur:0'])
  expect(first).toMatchObject({ outcome: { code: 'site_blocks_us' }, asked: 1 })
  for (let n = 0; n < 100; n += 1) {
    const { outcome, asked } = await extract('', [`weur:${n % 2}`])
    expect([outcome, asked]).toMatchObject([{ ok: false, code: 'site_blocks_us' }, 0])
  }
})

test("if a platform refuses the containers' IP address, a merger outside Cloudflare still gets extractions", async () => {
  await extract('fail=site_blocks_us&refused=direct', ['weur:0'])
  expect((await extract('', ['weur:0'])).asked).toBe(0)
  expect((await extract('', ['local:1'])).asked).toBe(1)
})

test('a merger outside Cloudflare still gets extractions after a platform has refused the merger’s only proxy', async () => {
  await extract('fail=site_blocks_us&refused=home', ['local:0'])
  expect((await extract('', ['local:0'])).asked).toBe(1)
})

test('if the containers’ proxy settings change, stored refusals by platforms are deleted; no password is stored', async () => {
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

test('a refusal by one platform does not affect the links of other platforms', async () => {
  await shared().learn('tiktok', 'local:0', [refusedExit('home')])
  expect((await extract('', ['local:0'])).asked).toBe(1)
})

test('if a platform refuses the IP address of one container, the refusal counts for all containers', async () => {
  await shared().learn('vimeo', 'weur:0', [refusedExit('direct')])
  expect(await shared().known('vimeo', 'apac:1')).toMatchObject({
    isClosed: true,
    exits: [{ exit: 'direct' }],
  })
  expect(await shared().known('vimeo', 'local:0')).toEqual({ isClosed: false, exits: [] })
})

test('if a platform refuses a merger’s IP and a proxy, a new merger learns only that the proxy in EXITS is refused', async () => {
  await shared().learn('vimeo', 'local:0', [refusedExit('direct'), refusedExit('home')])
  expect(await shared().known('vimeo', 'local:1')).toMatchObject({
    isClosed: false,
    exits: [{ exit: 'home', until: expect.any(Number) }],
  })
})

test('if a platform refuses one container’s EGRESS_PROXY, this counts for all containers, but for no other merger', async () => {
  await shared().learn('vimeo', 'weur:0', [refusedExit('proxy')])
  expect(await shared().known('vimeo', 'apac:1')).toMatchObject({ isClosed: true })
  expect(await shared().known('vimeo', 'local:0')).toEqual({ isClosed: false, exits: [] })
})

test('if a platform refuses a merger’s proxy but not its direct connection, the merger still gets extractions', async () => {
  await shared().learn('vimeo', 'local:0', [refusedExit('home'), workingExit('direct')])
  expect(await shared().known('vimeo', 'local:0')).toMatchObject({
    isClosed: false,
    exits: [
      { exit: 'home', until: expect.any(Number) },
      { exit: 'direct', until: null },
    ],
  })
})

test('if a platform refuses a proxy, the proxy is not used for 15 minutes, even after a restart of the edge', async () => {
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

test('if a platform refused a proxy, the edge tells mergers until when and for how long the proxy was paused', async () => {
  const until = Date.now() + 30 * MINUTE
  await shared().learn('vimeo', 'weur:0', [{ ...refusedExit('home', until), pause: 30 * MINUTE }])
  advanceClock(HOUR)
  expect(await shared().known('vimeo', 'weur:1')).toMatchObject({
    isClosed: false,
    exits: [{ exit: 'home', until, pause: 30 * MINUTE }],
  })
})

test('the edge tells a container how many extractions other containers reported; a 30-minute-old report counts half', async () => {
  await shared().learn('youtube', 'weur:0', [workingExit('direct', 40)])
  await shared().learn('youtube', 'weur:1', [workingExit('direct', 20)])
  await shared().learn('youtube', 'weur:1', [workingExit('direct', 30)])
  const used = async () => (await shared().known('youtube', 'weur:0')).exits[0]?.used
  expect(await used()).toBeCloseTo(30, 0)
  advanceClock(HOUR / 2)
  expect(await used()).toBeCloseTo(15, 0)
})

test('if the Durable Object that stores the refusals fails, an extraction still succeeds', async () => {
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

test('if the Durable Object that stores the refusals does not respond, an extraction continues without it', async () => {
  expect(await knownExits(silent(), 'vimeo', 'weur:0')).toEqual({ exits: [], isClosed: false })
  await shareExits(silent(), 'vimeo', 'weur:0', [refusedExit('home')])
})

test('while one call of platformStates hangs, a second call still returns the states of the platforms', async () => {
  advanceClock(20_000)
  const first = platformStates(silent())
  await shared().learn('vimeo', 'weur:0', [refusedExit('home')])
  expect(await platformStates(env)).toMatchObject({ vimeo: { state: 'refused' } })
  expect(await first).toEqual({})
})

test('GET /api/health and GET /api/platforms state which platforms refuse us, and since when', async () => {
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

test('if no proxy or direct connection can be used and a proxy is broken, the platform’s state is "unreachable"', async () => {
  await shared().learn('vimeo', 'local:0', [broken('home')])
  expect(await stateOfVimeo()).toBe('unreachable')
  await shared().learn('vimeo', 'local:1', [refusedExit('direct')])
  expect(await stateOfVimeo()).toBe('unreachable')
  advanceClock(30 * MINUTE)
  expect(await stateOfVimeo()).toBe('unreachable')
  advanceClock(2 * HOUR)
  expect(await stateOfVimeo()).toBe('works')
})

test('if a proxy is broken but the direct connection can be used, the platform’s state is "works"', async () => {
  await shared().learn('vimeo', 'local:0', [broken('home'), workingExit('direct')])
  expect(await stateOfVimeo()).toBe('works')
})

test('if a platform refuses one proxy but the direct connection works, the platform’s state is "limited"', async () => {
  await shared().learn('vimeo', 'local:0', [broken('home'), refusedExit('rented'), workingExit('direct')])
  expect(await stateOfVimeo()).toBe('limited')
})

test('if the only proxy was broken and the platform now refuses it, the platform’s state is "refused"', async () => {
  await shared().learn('vimeo', 'local:0', [broken('home')])
  await shared().learn('vimeo', 'local:0', [refusedExit('home', Date.now() + HOUR)])
  expect(await stateOfVimeo()).toBe('refused')
})

test('while the containers’ only proxy is broken, a link fails with "exit_down" without a call to a container', async () => {
  await extract('fail=exit_down&broken=home', ['weur:0'])
  expect(await extract('', ['weur:0'])).toMatchObject({
    outcome: { ok: false, code: 'exit_down' },
    asked: 0,
  })
})

test.each([
  ['site_blocks_us', 'refused'],
  ['exit_down', 'broken'],
])(
  'if the only proxy cannot be used, the failure "%s" states when the proxy can be used again',
  async (code, field) => {
    const about = Date.now() + HOUR
    const near = (outcome: object) => Math.abs((outcome as { retryAt: number }).retryAt - about) < MINUTE
    const first = await extract(`fail=${code}&${field}=home`, ['weur:0'])
    const second = await extract('', ['weur:0'])
    expect([first.asked, near(first.outcome)]).toEqual([1, true])
    expect([second.asked, near(second.outcome)]).toEqual([0, true])
  },
)

test.each([
  ['the direct connection can be used', 'fail=site_blocks_us&refused=home&exits=direct'],
  ['the failure has another cause', 'fail=private&refused=home'],
  ['no proxy or direct connection is known', 'fail=site_blocks_us'],
])('a failure does not state when to try again if %s', async (_, query) => {
  expect((await extract(query, ['local:0'])).outcome).not.toHaveProperty('retryAt')
})

test('if a platform refuses only mergers that are no longer configured, the platform’s state is not "refused"', async () => {
  await shared().learn('vimeo', 'local:0', [workingExit('direct')])
  await shared().learn('vimeo', 'local:7', [refusedExit('direct')])
  await shared().learn('tiktok', 'local:7', [refusedExit('direct')])
  expect(await shared().states()).toEqual({ vimeo: { state: 'works', since: null } })
})

test('if a platform refuses all configured mergers, its state is "refused"; reports of removed mergers do not count', async () => {
  await shared().learn('vimeo', 'local:0', [refusedExit('direct')])
  await shared().learn('vimeo', 'local:7', [workingExit('direct')])
  expect((await shared().states()).vimeo?.state).toBe('refused')
})

test('if a platform refused a proxy and the proxy’s pause ended over an hour ago, the platform’s state is "works"', async () => {
  await shared().learn('vimeo', 'local:0', [refusedExit('home')])
  expect((await shared().states()).vimeo?.state).toBe('refused')
  advanceClock(20 * MINUTE)
  expect((await shared().states()).vimeo?.state).toBe('limited')
  advanceClock(2 * HOUR)
  expect((await shared().states()).vimeo?.state).toBe('works')
})
