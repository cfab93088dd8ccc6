import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mergersWith } from '../tasks/task-rig.ts'
import { merger } from '../visit.ts'
import { fakePlaces } from '../places/fake-places.ts'

const linkWith = (query: string) => `https://media.test/direct/${crypto.randomUUID()}?${query}`

/**
 * Extracts a link with the mergers at the addresses in `origins`, a value of MERGER_ORIGIN. Each call uses a
 * new Durable Object, unless the test passes `name`.
 */
async function extract(url: string, origins: string, name: string = crypto.randomUUID()) {
  return await runInDurableObject(env.EXTRACTIONS.getByName(name), async (object) => {
    Object.assign(object, { env: { ...env, MERGER_ORIGIN: origins } })
    return await object.extract(
      url,
      undefined,
      origins.split(' ').map((_, index) => `local:${index}`),
      name,
    )
  })
}

const sound = env.MERGER_ORIGIN

test('asks no other merger after a broken response', async () => {
  const lines: string[] = []
  const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  onTestFinished(() => spy.mockRestore())
  const link = linkWith('die')
  const name = crypto.randomUUID()
  const outcome = await extract(link, `${sound} ${sound} ${sound}`, name)
  expect(outcome).toMatchObject({ ok: false, code: 'broken' })
  expect((await merger(link)).extracts).toBe(1)
  const died = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(died).toContainEqual(
    expect.objectContaining({ event: 'merger_died', merger: 'local:0', host: 'media.test' }),
  )
  expect(await extract(link, sound, name)).toMatchObject({ ok: false, code: 'broken' })
  expect((await merger(link)).extracts).toBe(1)
})

test('asks the next merger after "busy"', async () => {
  const link = linkWith('')
  const outcome = await extract(link, `${mergersWith('full')} ${sound}`)
  expect(outcome).toMatchObject({ ok: true, merger: 'local:1' })
})

test('asks the next merger after a closed connection', async () => {
  const link = linkWith('')
  const outcome = await extract(link, `${mergersWith('lost-answer')} ${sound}`)
  expect(outcome).toMatchObject({ ok: true, merger: 'local:1' })
})

// The timeout of this test is shorter than the deadline of an extraction (30 s). So the test fails if the
// edge waits for the first merger until that deadline.
test('asks the next merger after three seconds of silence', { timeout: 20_000 }, async () => {
  const outcome = await extract(linkWith(''), `${mergersWith('silent')} ${sound}`)
  expect(outcome).toMatchObject({ ok: true, merger: 'local:1' })
})

test('asks no other merger after "internal"', async () => {
  const link = linkWith('fail=internal')
  expect(await extract(link, `${sound} ${sound}`)).toMatchObject({ ok: false, code: 'internal' })
  expect((await merger(link)).extracts).toBe(1)
})

test('asks the next merger after a used-up budget', async () => {
  const link = linkWith('fail=exit_used')
  expect(await extract(link, `${sound} ${sound}`)).toMatchObject({ ok: false, code: 'exit_used' })
  expect((await merger(link)).extracts).toBe(2)
})

test('fails with "busy" if all mergers do', async () => {
  expect(await extract(linkWith(''), mergersWith('full', 'full'))).toMatchObject({ ok: false, code: 'busy' })
})

test('renews its place before each further merger', async () => {
  const { calls, PLACES } = fakePlaces()
  const origins = mergersWith('full', 'full', 'full')
  const outcome = await runInDurableObject(env.EXTRACTIONS.getByName(crypto.randomUUID()), async (object) => {
    Object.assign(object, { env: { ...env, MERGER_ORIGIN: origins, PLACES } })
    return await object.extract(linkWith(''), undefined, ['local:0', 'local:1', 'local:2'], 'visitor')
  })
  expect(outcome).toMatchObject({ ok: false, code: 'busy' })
  expect(calls).toEqual(['take', 'keep', 'keep', 'leave'])
})

test('gives its place back when it only waits for the site', async () => {
  const { calls, PLACES } = fakePlaces()
  const outcome = await runInDurableObject(env.EXTRACTIONS.getByName(crypto.randomUUID()), async (object) => {
    Object.assign(object, { env: { ...env, PLACES } })
    return await object.extract(linkWith('idle&wait=50'), undefined, ['local:0'], 'visitor')
  })
  expect(outcome).toMatchObject({ ok: true })
  expect(calls).toEqual(['take', 'keep', 'leave'])
})

test('returns a large result without caching it', async () => {
  const link = linkWith('')
  const name = crypto.randomUUID()
  const outcome = await runInDurableObject(env.EXTRACTIONS.getByName(name), async (object, state) => {
    const put = vi.spyOn(state.storage.kv, 'put').mockImplementation(() => {
      throw new Error('the value is too large')
    })
    const storage = { kv: { get: () => undefined, put }, setAlarm: () => undefined }
    const ctx = { storage, waitUntil: () => undefined }
    Object.assign(object, { ctx })
    return await object.extract(link, undefined, ['local:0'], 'visitor')
  })
  expect(outcome).toMatchObject({ ok: true })
})

const NEVER = Infinity

/**
 * Extracts a link with simulated containers and a simulated clock. `starts` contains one number for each
 * container: how many milliseconds its start takes. Every container responds with the failure code `drm`.
 */
async function extractWith(starts: number[]) {
  const ready = (ms: number) =>
    new Promise((resolve) => {
      if (ms !== NEVER) setTimeout(() => resolve('ready'), ms)
    })
  const line = `${JSON.stringify({ state: 'failed', code: 'drm', detail: 'x' })}\n`
  const MERGER = {
    getByName: (name: string) => ({
      ready: () => ready(starts[Number(name.split(':')[1])]!),
      fetch: async () => new Response(line),
    }),
  }
  const { PLACES } = fakePlaces()
  const settings = { MERGER_ORIGIN: '', MERGERS: String(starts.length), REGIONS: 'weur', MERGER, PLACES }
  const mergers = starts.map((_, index) => `weur:${index}`)
  return await runInDurableObject(env.EXTRACTIONS.getByName(crypto.randomUUID()), async (object) => {
    Object.assign(object, { env: { ...env, ...settings } })
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const outcome = object.extract(linkWith(''), undefined, mergers, 'visitor')
    for (let ms = 0; ms < 90_000; ms += 500) {
      await vi.advanceTimersByTimeAsync(500)
      // Reading a response body takes real time, so this pause does not use the simulated clock.
      await scheduler.wait(2)
    }
    return await outcome
  })
}

test.for([
  ['a start of the only container within a minute', [59_000]],
  ['a start of the second container within 30 seconds', [NEVER, 29_000]],
  ['two failed starts', [NEVER, NEVER, 100]],
  ['four failed starts', [NEVER, NEVER, NEVER, NEVER, 100]],
] satisfies [string, number[]][])('gets an answer after %s', async ([, starts]) => {
  expect(await extractWith(starts)).toMatchObject({ ok: false, code: 'drm' })
})

test('fails with "merger_down" after a minute of starting', async () => {
  expect(await extractWith([61_000])).toMatchObject({ ok: false, code: 'merger_down' })
})
