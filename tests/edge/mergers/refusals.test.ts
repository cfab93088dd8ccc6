import { env } from 'cloudflare:workers'
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { HealthAnswer } from '#contract/api.ts'
import type { ExitReport } from '#contract/engine/extraction.ts'
import { canonicalLink } from '#contract/platforms/index.ts'
import { chooseExit, platformStates, Refusals, reportExit } from '../../../edge/mergers/refusals.ts'
import { combined, refusalsName } from '../../../edge/mergers/platform-states.ts'
import { merger, visit } from '../visit.ts'
import { fakePlaces } from '../places/fake-places.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** That of the mergers in MERGER_ORIGIN. */
const shared = () => env.REFUSALS.getByName('vimeo local')
const fleet = () => env.FLEET.getByName('exits')
const linkWith = (query: string) => `https://vimeo.com/${Math.floor(Math.random() * 1e9)}?${query}`

/** The settings of a deployment that has containers and two mergers outside Cloudflare. */
const everywhere = { ...env, MERGER_ORIGIN: `${env.MERGER_ORIGIN} ${env.MERGER_ORIGIN}`, MERGERS: '1' }

let control = ''

/** Evicts the `Refusals` object from memory and starts it again with the same storage. */
async function restart(): Promise<void> {
  await evictDurableObject(shared())
  await withControl(control)
}

/** With MERGERS=0, calls to a container go to the first address in MERGER_ORIGIN: the fake merger. */
async function withControl(link: string): Promise<void> {
  control = link
  const CONTROLS = link === '' ? '' : JSON.stringify({ vimeo: link })
  await runInDurableObject(
    shared(),
    (object) => void Object.assign(object, { env: { ...everywhere, MERGERS: '0', CONTROLS } }),
  )
}

const settled = () => expect.poll(async () => (await merger(control)).extracts)

beforeEach(async () => {
  control = ''
  for (const object of [shared(), fleet()])
    await runInDurableObject(object, async (_, state) => await state.storage.deleteAll())
  await restart()
})

/** Moves the clock of the Worker forward by `ms` milliseconds. */
function advanceClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  onTestFinished(() => void vi.useRealTimers())
}

let visitors = 0
/**
 * Extracts a Vimeo link for a new visitor. The query of the link controls the fake merger. Returns the
 * outcome, and how often a merger was called (`asked`).
 */
async function extract(query: string, mergers: string[] = ['local:0'], visitor = `visitor ${visitors++}`) {
  const url = linkWith(query)
  const outcome = await runInDurableObject(env.EXTRACTIONS.getByName(url), async (object) => {
    const { PLACES } = fakePlaces()
    Object.assign(object, { env: { ...everywhere, MERGERS: '0', PLACES } })
    return await object.extract(url, undefined, mergers, visitor)
  })
  return { outcome, asked: (await merger(url)).extracts }
}

const route = (...exits: string[]): ExitReport['route'] => exits.map((exit) => ({ exit }))
const reported = async (
  exit: string,
  outcome: ExitReport['outcome'],
  exits: ExitReport['route'] = route(exit),
  at = 'local:0',
  platform = 'vimeo',
) => {
  const voter = { link: `link ${visitors}`, visitor: `visitor ${visitors++}` }
  await shared().report(platform, at, voter, { exit, outcome, route: exits })
}
const threeTimes = async (...args: Parameters<typeof reported>) => {
  for (let n = 0; n < 3; n++) await reported(...args)
}
const stateOf = async (platform = 'vimeo') => (await shared().states())[platform]?.state

test('three links of two addresses close nothing', async () => {
  for (let n = 0; n < 3; n++) await extract('route=direct&refuse=direct', ['local:0'], `attacker ${n % 2}`)
  expect((await extract('route=direct')).outcome).toMatchObject({ ok: true })
  expect(await stateOf()).toBe('works')
})

test('counts the visitors of one network as one voter', async () => {
  for (let n = 0; n < 3; n++) await extract('route=direct&refuse=direct', ['local:0'], `network.visitor ${n}`)
  expect(await stateOf()).toBe('works')
})

test('a crowd of refused links closes nothing without a control', async () => {
  for (let n = 0; n < 20; n++) await extract('route=direct&refuse=direct')
  expect((await extract('route=direct')).outcome).toMatchObject({ ok: true })
  expect(await stateOf()).toBe('limited')
})

test('is "limited" while refusals outweigh successes', async () => {
  await threeTimes('direct', 'blocked')
  expect(await stateOf()).toBe('limited')
})

test('closes nothing while the control works', async () => {
  await withControl(linkWith('route=direct'))
  for (let n = 0; n < 3; n++) await extract('route=direct&refuse=direct')
  await settled().toBe(1)
  expect((await extract('route=direct')).outcome).toMatchObject({ ok: true })
  expect(await stateOf()).toBe('works')
  expect((await merger(control)).freshExtracts).toBe(1)
})

test('closes an exit through which the control is refused', async () => {
  await withControl(linkWith('route=direct&refuse=direct'))
  for (let n = 0; n < 3; n++) await extract('route=direct&refuse=direct')
  await expect.poll(async () => await stateOf()).toBe('refused')
  const { outcome, asked } = await extract('route=direct')
  expect(asked).toBe(0)
  expect(outcome).toMatchObject({ ok: false, code: 'site_blocks_us', retryAt: expect.any(Number) })
})

test('makes the control the trial, never a link of a visitor', async () => {
  await withControl(linkWith('route=direct&refuse=direct&refusals=1'))
  await threeTimes('direct', 'blocked')
  await expect.poll(async () => await stateOf()).toBe('refused')
  advanceClock(16 * MINUTE)
  expect((await extract('route=direct')).asked).toBe(0)
  await expect.poll(async () => await stateOf()).toBe('works')
  expect((await extract('route=direct')).outcome).toMatchObject({ ok: true })
})

test('closes the direct connection of one region only', async () => {
  await withControl(linkWith('route=direct&refuse=direct'))
  await reported('direct', 'ok', route('direct'), 'apac:0')
  await threeTimes('direct', 'blocked', route('direct'), 'weur:0')
  await expect
    .poll(async () => await shared().choose('vimeo', 'weur:1'))
    .toMatchObject({ code: 'site_blocks_us' })
  expect(await shared().choose('vimeo', 'apac:1')).toEqual({ exit: 'direct' })
})

test('closes a proxy of EXITS for all mergers', async () => {
  await withControl(linkWith('route=home&refuse=home'))
  await reported('home', 'ok', route('home'), 'local:1')
  await threeTimes('home', 'blocked')
  await expect
    .poll(async () => await shared().choose('vimeo', 'local:1'))
    .toMatchObject({ code: 'site_blocks_us' })
})

test('uses the next exit of the route while one is closed', async () => {
  await withControl(linkWith('route=direct,home&refuse=direct'))
  await threeTimes('direct', 'blocked', route('direct', 'home'))
  await expect.poll(async () => await shared().choose('vimeo', 'local:0')).toEqual({ exit: 'home' })
  expect(await stateOf()).toBe('limited')
})

test('keeps a closed exit through a restart', async () => {
  await withControl(linkWith('route=home&refuse=home'))
  await threeTimes('home', 'blocked')
  await expect.poll(async () => await stateOf()).toBe('refused')
  const stored = await runInDurableObject(shared(), async (object, state) => {
    const { env: settings } = object as unknown as { env: Env }
    const again = new Refusals(state, { ...settings, CONTROLS: env.CONTROLS })
    await state.blockConcurrencyWhile(async () => undefined)
    expect(await again.choose('vimeo', 'local:0')).toMatchObject({ code: 'site_blocks_us' })
    const changed = { ...settings, MERGER_EXITS: '{"exits":{"a":{"via":"http://user:secret@proxy.test"}}}' }
    const other = new Refusals(state, changed)
    await state.blockConcurrencyWhile(async () => undefined)
    expect(await other.choose('vimeo', 'local:0')).toEqual({})
    await other.report(
      'vimeo',
      'local:0',
      { link: 'l', visitor: 'v' },
      { exit: 'home', outcome: 'ok', route: route('home') },
    )
    return [...state.storage.kv.list()]
  })
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain('secret')
})

test('goes on with the next exit when a proxy fails', async () => {
  await extract('route=home,direct')
  const { outcome, asked } = await extract('route=home,direct&broken=home')
  expect([outcome, asked]).toMatchObject([{ ok: true }, 2])
})

test('fails with "exit_down" when every proxy fails', async () => {
  await extract('route=home,direct')
  expect(await extract('route=home,direct&broken=home,direct')).toMatchObject({
    outcome: { ok: false, code: 'exit_down' },
    asked: 2,
  })
})

test('asks nobody while the only proxy is broken', async () => {
  for (let n = 0; n < 3; n++) await extract('route=home&broken=home')
  expect(await stateOf()).toBe('unreachable')
  expect(await extract('route=home')).toMatchObject({ outcome: { code: 'exit_down' }, asked: 0 })
  advanceClock(16 * MINUTE)
  expect((await extract('route=home')).outcome).toMatchObject({ ok: true })
  expect(await stateOf()).toBe('works')
})

/** Extracts a link of a stranger that leads to a Vimeo link with `query`. */
async function extractFromStranger(query: string) {
  const target = canonicalLink(linkWith(query)).url
  const url = `https://stranger.test/${visitors}?leads=${encodeURIComponent(target)}`
  const outcome = await runInDurableObject(env.EXTRACTIONS.getByName(url), async (object) => {
    const { PLACES } = fakePlaces()
    Object.assign(object, { env: { ...everywhere, MERGERS: '0', PLACES } })
    return await object.extract(url, undefined, ['local:0'], `visitor ${visitors++}`)
  })
  return { outcome, target }
}

test('extracts the platform behind a redirect of a stranger by its own exit', async () => {
  await reported('home', 'ok', [{ exit: 'home', per_hour: 1 }])
  const { outcome, target } = await extractFromStranger('')
  expect(outcome).toMatchObject({ ok: true, extraction: { led_to: target } })
  expect((await extractFromStranger('')).outcome).toMatchObject({ code: 'exit_used' })
})

test('names the platform link behind the redirect of a stranger for the block list', async () => {
  const { outcome, target } = await extractFromStranger('led=nowhere')
  expect(outcome).toMatchObject({ ok: true, extraction: { led_to: target } })
})

test('asks no closed platform through the redirect of a stranger', async () => {
  await withControl(linkWith('route=direct&refuse=direct'))
  await threeTimes('direct', 'blocked')
  await expect.poll(async () => await stateOf()).toBe('refused')
  const { outcome, target } = await extractFromStranger('route=direct')
  expect(outcome).toMatchObject({ ok: false, code: 'site_blocks_us' })
  expect((await merger(target)).extracts).toBe(0)
})

test('shares the hourly budget of an exit', async () => {
  const twice = [{ exit: 'home', per_hour: 2 }]
  await reported('home', 'ok', twice)
  await reported('home', 'ok', twice, 'weur:0')
  expect(await shared().choose('vimeo', 'local:0', { visitor: `${visitors++}` })).toEqual({ exit: 'home' })
  expect(await shared().choose('vimeo', 'weur:0')).toEqual({ exit: 'home' })
  expect(await shared().choose('vimeo', 'local:0', { visitor: `${visitors++}` })).toEqual({ exit: 'home' })
  expect(await shared().choose('vimeo', 'local:0', { visitor: `${visitors++}` })).toMatchObject({
    code: 'exit_used',
  })
  advanceClock(HOUR / 2)
  expect(await shared().choose('vimeo', 'local:0', { visitor: `${visitors++}` })).toEqual({ exit: 'home' })
})

test('gives the visitors of one network one share of an exit', async () => {
  await reported('home', 'ok', [{ exit: 'home', per_hour: 4 }])
  expect((await extract('', ['local:0'], 'network.one')).outcome).toMatchObject({ ok: true })
  expect((await extract('', ['local:0'], 'network.two')).outcome).toMatchObject({ code: 'exit_used' })
  expect((await extract('', ['local:0'], 'other.one')).outcome).toMatchObject({ ok: true })
})

test('extracts although the object fails', async () => {
  const url = linkWith('')
  const outcome = await runInDurableObject(env.EXTRACTIONS.getByName(url), async (object) => {
    const reset = () => Promise.reject(new Error('reset'))
    const broken = { choose: reset, report: reset }
    Object.assign(object, { env: { ...env, REFUSALS: { getByName: () => broken } } })
    return await object.extract(url, undefined, ['local:0'], 'visitor')
  })
  expect(outcome).toMatchObject({ ok: true })
})

/** Returns the bindings of the Worker, with a `Refusals` object that never responds. */
function silent(): Env {
  const never = () => new Promise(() => undefined)
  const [REFUSALS, FLEET] = [{ choose: never, report: never }, { noted: never }]
  return {
    ...env,
    REFUSALS: { getByName: () => REFUSALS },
    FLEET: { getByName: () => FLEET },
  } as never
}

test('extracts although the object is silent', async () => {
  expect(await chooseExit(silent(), 'vimeo', 'weur:0', {})).toEqual({})
  const report: ExitReport = { exit: 'home', outcome: 'ok', route: route('home') }
  await reportExit(silent(), 'vimeo', 'weur:0', { link: 'l', visitor: 'v' }, report)
})

test('returns states while another call hangs', async () => {
  advanceClock(20_000)
  const first = platformStates(silent())
  await threeTimes('direct', 'blocked')
  expect(await platformStates(env)).toMatchObject({ vimeo: { state: 'limited' } })
  expect(await first).toEqual({})
})

test('reports who limits us, and since when', async () => {
  await threeTimes('direct', 'blocked', route('direct'), 'local:0', 'tiktok')
  await reported('direct', 'ok', route('direct'), 'local:0', 'twitter')
  advanceClock(MINUTE)
  const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown
  const health: HealthAnswer = await (await visit('/api/health')).json()
  expect(health.platform_states).toEqual({
    tiktok: { state: 'limited', since },
    twitter: { state: 'works', since: null },
  })
  expect(await (await visit('/api/platforms')).json()).toEqual({ tiktok: { state: 'limited', since } })
})

test('"works" with a broken proxy and a direct connection', async () => {
  await threeTimes('home', 'fault', route('home', 'direct'))
  expect(await stateOf()).toBe('works')
})

const at = (region: string, state: 'works' | 'limited' | 'refused', until = Infinity) => ({
  [`youtube ${region}`]: {
    settings: 's',
    states: { youtube: { state, since: state === 'works' ? null : '2026-11-01T00:00:00Z' } },
    until,
  },
})
const regions = { ...env, MERGER_ORIGIN: '', MERGERS: '1', REGIONS: 'weur enam' }

test.for([
  ['refused in all regions', 'refused', { ...at('weur', 'refused'), ...at('enam', 'refused') }],
  ['refused in one region', 'limited', { ...at('weur', 'refused'), ...at('enam', 'works') }],
  ['refused in a region that is gone', 'works', { ...at('apac', 'refused'), ...at('enam', 'works') }],
  ['refused long ago', 'works', { ...at('weur', 'refused', 1), ...at('enam', 'works') }],
] as const)('puts the regions together: %s', ([, state, noted]) => {
  expect(combined(regions, noted, 's', 2)['youtube']?.state).toBe(state)
})

test('each platform and region has an object of its own', () => {
  expect(refusalsName(env, 'youtube', 'weur:0@tag')).toBe('youtube weur')
  expect(refusalsName(env, 'youtube', 'local:1')).toBe('youtube local')
  expect(refusalsName({ ...env, MERGER_EXITS: '{}' }, 'youtube', 'weur:0')).toBe('youtube')
})

test('ignores mergers that were removed', async () => {
  await threeTimes('direct', 'blocked', route('direct'), 'local:7')
  expect(await shared().states()).toEqual({})
})
