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
const refusedExit = (exit: string, until = Date.now() + 15 * MINUTE): ExitReport => ({
  exit,
  since: Date.now() - MINUTE,
  until,
  used: 0,
})
const workingExit = (exit: string, used = 0): ExitReport => ({ exit, since: null, until: null, used })

/** The settings of a deployment with two mergers outside Cloudflare and with containers. */
const everywhere = { ...env, MERGER_ORIGIN: `${env.MERGER_ORIGIN} ${env.MERGER_ORIGIN}`, MERGERS: '1' }

/** Evicts the Durable Object and starts it again with the same storage. */
async function restart(): Promise<void> {
  await evictDurableObject(shared())
  await runInDurableObject(shared(), (object) => void Object.assign(object, { env: everywhere }))
}

beforeEach(async () => {
  await runInDurableObject(shared(), async (_, state) => await state.storage.deleteAll())
  await restart()
})

/** Moves the clock of the Worker forward. */
function advanceClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  onTestFinished(() => void vi.useRealTimers())
}

/**
 * Extracts a Vimeo link with the passed mergers, in this order. The query of the link controls the fake
 * merger.
 */
async function extract(query: string, mergers: string[]) {
  const url = `https://vimeo.com/${Math.floor(Math.random() * 1e9)}?${query}`
  const outcome = await runInDurableObject(env.EXTRACTIONS.getByName(url), async (object) => {
    // This stub replaces the Durable Object of the queue. Every extraction starts at once.
    const places = { take: async () => 'granted', leave: async () => undefined }
    const PLACES = { getByName: () => places }
    // With MERGERS=0, no container exists. Calls that would otherwise go to a container go to the first
    // address in MERGER_ORIGIN: the fake merger.
    Object.assign(object, { env: { ...everywhere, MERGERS: '0', PLACES } })
    return await object.extract(url, undefined, mergers, 'visitor')
  })
  return { outcome, asked: (await merger(url)).extracts }
}

test('if a platform refuses the containers’ only network exit, links of this platform fail without a merger call', async () => {
  const first = await extract('fail=site_blocks_us&refused=home', ['weur:0'])
  expect(first).toMatchObject({ outcome: { code: 'site_blocks_us' }, asked: 1 })
  for (let n = 0; n < 100; n += 1) {
    const { outcome, asked } = await extract('', [`weur:${n % 2}`])
    expect([outcome, asked]).toMatchObject([{ ok: false, code: 'site_blocks_us' }, 0])
  }
})

test("if a platform refuses the containers' own IP address, a merger with another IP address still gets extractions", async () => {
  await extract('fail=site_blocks_us&refused=direct', ['weur:0'])
  expect((await extract('', ['weur:0'])).asked).toBe(0)
  expect((await extract('', ['local:1'])).asked).toBe(1)
})

test('the edge calls a merger that runs outside Cloudflare even if a platform refuses all network exits of this merger', async () => {
  await extract('fail=site_blocks_us&refused=home', ['local:0'])
  expect((await extract('', ['local:0'])).asked).toBe(1)
})

test('if the containers’ proxy settings change, the stored refusals are deleted; proxy passwords are never stored', async () => {
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

test('a refusal by one platform does not affect links of other platforms and sites', async () => {
  await shared().learn('tiktok', 'local:0', [refusedExit('home')])
  expect((await extract('', ['local:0'])).asked).toBe(1)
})

test('if containers use no proxy and a platform refuses one of them, the refusal counts for all containers', async () => {
  await shared().learn('vimeo', 'weur:0', [refusedExit('direct')])
  expect(await shared().known('vimeo', 'apac:1')).toMatchObject({
    isClosed: true,
    exits: [{ exit: 'direct' }],
  })
  expect(await shared().known('vimeo', 'local:0')).toEqual({ isClosed: false, exits: [] })
})

test('if a platform refuses a proxy from EXITS and one merger’s IP address, the edge tells new mergers only about the proxy', async () => {
  await shared().learn('vimeo', 'local:0', [refusedExit('direct'), refusedExit('home')])
  expect(await shared().known('vimeo', 'local:1')).toMatchObject({
    isClosed: false,
    exits: [{ exit: 'home', until: expect.any(Number) }],
  })
})

test('if a platform refuses the proxy from EGRESS_PROXY, the refusal counts for all containers, but not for mergers elsewhere', async () => {
  await shared().learn('vimeo', 'weur:0', [refusedExit('proxy')])
  expect(await shared().known('vimeo', 'apac:1')).toMatchObject({ isClosed: true })
  expect(await shared().known('vimeo', 'local:0')).toEqual({ isClosed: false, exits: [] })
})

test('if a platform refuses one of a merger’s two network exits, the merger still gets extractions', async () => {
  await shared().learn('vimeo', 'local:0', [refusedExit('home'), workingExit('direct')])
  expect(await shared().known('vimeo', 'local:0')).toMatchObject({
    isClosed: false,
    exits: [
      { exit: 'home', until: expect.any(Number) },
      { exit: 'direct', until: null },
    ],
  })
})

test('if a platform refuses a network exit, a restart or a report that the exit works does not end the exit’s pause', async () => {
  await shared().learn('vimeo', 'weur:0', [refusedExit('home')])
  await restart()
  expect(await shared().known('vimeo', 'weur:0')).toMatchObject({ isClosed: true })
  // A second merger, which began its extraction before the refusal, reports that the network exit works
  // (`workingExit`). This report does not end the pause.
  await shared().learn('vimeo', 'weur:1', [workingExit('home')])
  expect(await shared().known('vimeo', 'weur:0')).toMatchObject({ isClosed: true })
  advanceClock(16 * MINUTE)
  expect(await shared().known('vimeo', 'weur:0')).toMatchObject({ isClosed: false })
  await shared().learn('vimeo', 'weur:1', [workingExit('home')])
  expect((await shared().states()).vimeo).toEqual({ state: 'works', since: null })
})

test('after the pause of a network exit, the edge still tells mergers when the pause ended and how long it was', async () => {
  const until = Date.now() + 30 * MINUTE
  await shared().learn('vimeo', 'weur:0', [{ ...refusedExit('home', until), pause: 30 * MINUTE }])
  advanceClock(HOUR)
  expect(await shared().known('vimeo', 'weur:1')).toMatchObject({
    isClosed: false,
    exits: [{ exit: 'home', until, pause: 30 * MINUTE }],
  })
})

test('the edge tells a merger how often other mergers used an exit in the last hour; an older report counts less', async () => {
  await shared().learn('youtube', 'weur:0', [workingExit('direct', 40)])
  await shared().learn('youtube', 'weur:1', [workingExit('direct', 20)])
  await shared().learn('youtube', 'weur:1', [workingExit('direct', 30)])
  const used = async () => (await shared().known('youtube', 'weur:0')).exits[0]?.used
  expect(await used()).toBeCloseTo(30, 0)
  advanceClock(HOUR / 2)
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

/** Returns settings in which the Durable Object with the refusals never responds. */
function silent(): Env {
  const never = () => new Promise(() => undefined)
  return { ...env, REFUSALS: { getByName: () => ({ known: never, learn: never, states: never }) } } as never
}

test('an extraction continues if the Durable Object with the refusals does not respond', async () => {
  expect(await knownExits(silent(), 'vimeo', 'weur:0')).toEqual({ exits: [], isClosed: false })
  await shareExits(silent(), 'vimeo', 'weur:0', [refusedExit('home')])
})

test('if one call of platformStates hangs, a second call does not wait for the first one, and returns the states', async () => {
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

/** Returns the report about a network exit whose proxy cannot be used. */
const broken = (exit: string, until?: number): ExitReport => ({ ...refusedExit(exit, until), is_fault: true })
const stateOfVimeo = async () => (await shared().states()).vimeo?.state

test('if no network exit can be used and at least one proxy is broken, the state of the platform is "unreachable"', async () => {
  await shared().learn('vimeo', 'local:0', [broken('home')])
  expect(await stateOfVimeo()).toBe('unreachable')
  await shared().learn('vimeo', 'local:1', [refusedExit('direct')])
  expect(await stateOfVimeo()).toBe('unreachable')
  advanceClock(30 * MINUTE)
  expect(await stateOfVimeo()).toBe('unreachable')
  advanceClock(2 * HOUR)
  expect(await stateOfVimeo()).toBe('works')
})

test('if the proxy of one network exit is broken and the other exit can be used, the state of the platform is "works"', async () => {
  await shared().learn('vimeo', 'local:0', [broken('home'), workingExit('direct')])
  expect(await stateOfVimeo()).toBe('works')
})

test('the state of a platform is "limited" if one network exit works, one has a broken proxy, and the platform refuses one', async () => {
  await shared().learn('vimeo', 'local:0', [broken('home'), refusedExit('rented'), workingExit('direct')])
  expect(await stateOfVimeo()).toBe('limited')
})

test('if the only network exit had a broken proxy and is now refused by a platform, the state of the platform is "refused"', async () => {
  await shared().learn('vimeo', 'local:0', [broken('home')])
  await shared().learn('vimeo', 'local:0', [refusedExit('home', Date.now() + HOUR)])
  expect(await stateOfVimeo()).toBe('refused')
})

test('while the only network exit of the containers is a broken proxy, a link fails with exit_down and no merger is called', async () => {
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
  'if a platform has no usable network exit, a failure with the code %s states when an exit can be used again',
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
  ['one exit can be used', 'fail=site_blocks_us&refused=home&exits=direct'],
  ['the failure has another cause', 'fail=private&refused=home'],
  ['no exit is known', 'fail=site_blocks_us'],
])('a failure does not state when to try again if %s', async (_, query) => {
  expect((await extract(query, ['local:0'])).outcome).not.toHaveProperty('retryAt')
})

test('mergers that were removed from the settings do not affect the states of the platforms', async () => {
  await shared().learn('vimeo', 'local:0', [workingExit('direct')])
  await shared().learn('vimeo', 'local:7', [refusedExit('direct')])
  await shared().learn('tiktok', 'local:7', [refusedExit('direct')])
  expect(await shared().states()).toEqual({ vimeo: { state: 'works', since: null } })
})

test('if a platform refuses all configured mergers, its state is "refused", even if it does not refuse a removed merger', async () => {
  await shared().learn('vimeo', 'local:0', [refusedExit('direct')])
  await shared().learn('vimeo', 'local:7', [workingExit('direct')])
  expect((await shared().states()).vimeo?.state).toBe('refused')
})

test('if the pause of a refused network exit ended more than an hour ago, the state of the platform is "works"', async () => {
  await shared().learn('vimeo', 'local:0', [refusedExit('home')])
  expect((await shared().states()).vimeo?.state).toBe('refused')
  advanceClock(20 * MINUTE)
  expect((await shared().states()).vimeo?.state).toBe('limited')
  advanceClock(2 * HOUR)
  expect((await shared().states()).vimeo?.state).toBe('works')
})
