import { env } from 'cloudflare:workers'
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { expect, onTestFinished, test, vi } from 'vitest'
import { domainOf } from '../../../edge/media/registrable-domain.ts'
import { networkIn, visitorKey } from '../../../edge/request/visitor.ts'
import { eventually } from '../eventually.ts'
import { startOn } from '../tasks/task-rig.ts'
import { errorOf, merger, mergeRow, paste, post, startTask, statusOf, until, visitor } from '../visit.ts'
import { fakePlaces } from './fake-places.ts'

/**
 * Empties the fair queues of the region `local`. Sets how many extractions and how many merges may run in
 * this region at the same time. The links of these tests count as links of an unknown site, because hosts
 * under `.test` belong to no platform.
 */
async function regionWith(extractions: number, merges: number): Promise<void> {
  const object = env.PLACES.getByName('local')
  // Only a running object can be evicted. This call makes sure that the object runs.
  await runInDurableObject(object, () => undefined)
  await evictDurableObject(object)
  await runInDurableObject(object, async (places) => {
    Object.assign(places, {
      env: { ...env, MERGER_ORIGIN: `${env.MERGER_ORIGIN}/slots/${extractions}/${merges}` },
    })
  })
}

test('ends a single merge before the last of many', async () => {
  await regionWith(100, 4)
  const [many, one] = [visitor(), visitor()]
  const rows = []
  for (let count = 0; count < 7; count++) rows.push(await mergeRow('size=1000&ms=700', many))
  const theirs: string[] = []
  for (const { format } of rows) theirs.push(await startTask(format, many))
  await eventually(
    async () => (await statusOf(theirs[6]!)).message === 'Waiting for a free machine',
    'the last merge waits',
  )
  const mine = await startTask((await mergeRow('size=1000&ms=700', one)).format, one)
  await until(mine, 'completed')
  expect((await statusOf(theirs[6]!)).status).not.toBe('completed')
  for (const id of theirs) await until(id, 'completed')
})

test('gives unknown sites at most half of the merges', async () => {
  await regionWith(100, 4)
  const rows = []
  for (let count = 0; count < 4; count++) rows.push(await mergeRow('size=1000&ms=1500'))
  const ids: string[] = []
  for (const { format } of rows) ids.push(await startTask(format))
  await eventually(async () => (await statusOf(ids[1]!)).status === 'processing', 'the second merge runs')
  await eventually(
    async () => (await statusOf(ids[3]!)).message === 'Waiting for a free machine',
    'the fourth merge waits',
  )
  const starts = await Promise.all(rows.map(async ({ link }) => (await merger(link)).posts))
  expect(starts).toEqual([1, 1, 0, 0])
  for (const id of ids) await until(id, 'completed')
})

test('lets extractions wait for others', async () => {
  await regionWith(2, 4)
  const links = [1, 2, 3, 4].map((n) => `https://media.test/pairs/${crypto.randomUUID()}?wait=300&n=${n}`)
  const carrier = visitor()
  const answers = await Promise.all(links.map((link) => paste(link, carrier)))
  expect(answers.map(({ title }) => title.length > 0)).toEqual([true, true, true, true])
})

test('never sends a cancelled merge to a merger', async () => {
  await regionWith(100, 2)
  const running = await startTask((await mergeRow('size=1000&ms=60000')).format)
  await eventually(async () => (await statusOf(running)).status === 'processing', 'the first merge runs')
  const { link, format } = await mergeRow('size=1000')
  const waiting = await startTask(format)
  await eventually(async () => (await statusOf(waiting)).message === 'Waiting for a free machine', 'it waits')
  await visitor()(`/api/download/task/${waiting}`, { method: 'DELETE' })
  expect(await statusOf(waiting)).toMatchObject({ status: 'failed', code: 'cancelled' })
  await visitor()(`/api/download/task/${running}`, { method: 'DELETE' })
  const next = await startTask((await mergeRow('size=1000')).format)
  await until(next, 'completed')
  expect((await merger(link)).posts).toBe(0)
})

test('fails a merge with "busy" without calling a merger', async () => {
  const { stub, link, ends } = await startOn(
    (_call, _nth, work) => work(),
    'size=1000',
    {},
    env.MERGER_ORIGIN,
    {},
    (own) => ({
      ...own,
      PLACES: fakePlaces('full').PLACES,
    }),
  )
  await ends('failed')
  expect(await stub.read()).toMatchObject({ status: 'failed', code: 'busy' })
  expect((await merger(link)).posts).toBe(0)
})

test('fails an extraction with "busy" without caching it', async () => {
  const url = `https://media.test/direct/${crypto.randomUUID()}`
  const outcomes = await runInDurableObject(env.EXTRACTIONS.getByName(url), async (object) => {
    Object.assign(object, { env: { ...env, PLACES: fakePlaces('full').PLACES } })
    const refused = await object.extract(url, undefined, ['local:0'], 'v')
    Object.assign(object, { env })
    return [refused, await object.extract(url, undefined, ['local:0'], 'v')]
  })
  expect(outcomes).toMatchObject([{ ok: false, code: 'busy' }, { ok: true }])
})

test('gives the place back after success and failure', async () => {
  for (const query of ['', '?fail=private', '?die=1']) {
    const url = `https://media.test/direct/${crypto.randomUUID()}${query}`
    const { calls, PLACES } = fakePlaces()
    await runInDurableObject(env.EXTRACTIONS.getByName(url), async (object) => {
      Object.assign(object, { env: { ...env, PLACES } })
      await object.extract(url, undefined, ['local:0'], 'v')
    })
    expect(calls, query).toEqual(['take', 'leave'])
  }
})

test('extracts although the queue fails', async () => {
  const broken = { getByName: () => ({ take: () => Promise.reject(new Error('reset')) }) }
  const url = `https://media.test/direct/${crypto.randomUUID()}`
  const outcome = await runInDurableObject(env.EXTRACTIONS.getByName(url), async (object) => {
    const leave = async () => undefined
    const PLACES = { getByName: () => ({ ...broken.getByName(), leave }) }
    Object.assign(object, { env: { ...env, PLACES } })
    return await object.extract(url, undefined, ['local:0'], 'v')
  })
  expect(outcome).toMatchObject({ ok: true })
})

test('stores and logs no address and no hash (C21)', async () => {
  await regionWith(100, 100)
  const lines: string[] = []
  const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  onTestFinished(() => spy.mockRestore())
  const address = '198.51.100.77'
  const by = visitor(undefined, address)
  const { link, format } = await mergeRow('size=1000', by)
  const id = await startTask(format, by)
  await until(id, 'completed')
  const hash = await visitorKey(env, new Request('https://x', { headers: { 'cf-connecting-ip': address } }))
  const stored = await runInDurableObject(env.TASKS.getByName(id.slice(0, 22)), (_, state) =>
    JSON.stringify([...state.storage.kv.list()]),
  )
  const places = await runInDurableObject(env.PLACES.getByName('local'), (_, state) =>
    JSON.stringify([...state.storage.kv.list()]),
  )
  expect(stored).toContain(link)
  expect(places).toBe('[]')
  for (const text of [stored, ...lines]) {
    expect(text).not.toContain(address)
    expect(text).not.toContain(hash)
  }
})

test('changes the key of a /56 network every day (C23)', async () => {
  const keyOf = (address: string) =>
    visitorKey(env, new Request('https://x', { headers: { 'cf-connecting-ip': address } }))
  const first = await keyOf('2001:db8:1:ab01::1')
  expect(await keyOf('2001:db8:1:abff:ffff::2')).toBe(first)
  expect(await keyOf('2001:db8:1:ac00::1')).not.toBe(first)
  expect(networkIn(await keyOf('2001:db8:1:ac00::1'))).toBe(networkIn(first))
  expect(networkIn(await keyOf('2001:db8:2:ac00::1'))).not.toBe(networkIn(first))
  expect(await keyOf('203.0.113.1')).not.toBe(await keyOf('203.0.113.2'))
  expect(await keyOf('::ffff:203.0.113.1')).toBe(await keyOf('203.0.113.1'))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await keyOf('2001:db8:1:ab01::1')).not.toBe(first)
})

test('tells customers of one hosting company apart', () => {
  const domain = (host: string) => domainOf(new URL(`https://${host}/`))
  expect(domain('v.cdn.media.co.uk')).toBe('media.co.uk')
  expect(domain('one.cloudfront.net')).not.toBe(domain('two.cloudfront.net'))
})

test('serves another visitor beside 19 links of one', async () => {
  await regionWith(2, 4)
  const [flood, honest] = [visitor(), visitor()]
  const slow = (n: number) => `https://media.test/pairs/${crypto.randomUUID()}?wait=400&n=${n}`
  const flooding = Array.from({ length: 19 }, (_, n) =>
    post('/api/download-video', { tweet_url: slow(n) }, flood),
  )
  let done = 0
  for (const answer of flooding) void answer.then(() => done++)
  const mine = await post('/api/download-video', { tweet_url: slow(99) }, honest)
  expect(mine.status, JSON.stringify(mine.status === 200 || (await errorOf(mine.clone())))).toBe(200)
  // Links of unknown sites may use only half of the capacity of 2. So the extractions run one at a time, and
  // the visitors `flood` and `honest` take turns. The test allows that four extractions (2 + 1 + 1) of
  // `flood` end before the extraction of `honest`:
  // - two extractions that end before the request of `honest` arrives
  // - one extraction that runs when this request arrives
  // - one extraction that already waits when this request arrives
  expect(done).toBeLessThanOrEqual(4)
  await Promise.all(flooding)
})
