import { env } from 'cloudflare:workers'
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { bytesCounter, countMerge } from '../../../edge/budget/allowance.ts'
import { visitorKey, wideKeys } from '../../../edge/request/visitor.ts'
import worker from '../../../edge/worker.ts'
import { errorOf, HOST, mergeRow, startTask, until } from '../visit.ts'

let path: string

beforeAll(async () => {
  const id = await startTask((await mergeRow('size=1000')).format)
  await until(id, 'completed')
  path = `/api/download/file/${id}`
})

/** Requests the finished file from an edge where each visitor may read 1,500 bytes a day. */
async function read(address: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>), 'cf-connecting-ip': address }
  const settings = { ...env, VISITOR_GIB: String(1_500 / 1024 ** 3), RATE_FACTOR: '1' }
  return await worker.fetch(new Request(`https://${HOST}${path}`, { ...init, headers }), settings)
}

const tomorrow = () => new Date().setUTCHours(24, 0, 0, 0)
const secondsUntilMidnight = () => (new Date().setUTCHours(24, 0, 0, 0) - Date.now()) / 1_000

test('answers 429 when the daily bytes are used up (C8)', async () => {
  const address = '198.51.100.1'
  for (let count = 0; count < 2; count++) {
    const answer = await read(address)
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 1_000])
  }
  const refused = await read(address)
  const wait = Number(refused.headers.get('retry-after'))
  expect(await errorOf(refused)).toMatchObject({
    status: 429,
    code: 'day_used',
    error: expect.stringContaining('00:00 UTC') as string,
  })
  expect(wait - secondsUntilMidnight()).toBeLessThan(60)
  expect(wait - secondsUntilMidnight()).toBeGreaterThan(-60)
  expect((await read(address, { method: 'HEAD' })).status).toBe(429)
  expect((await read('198.51.100.2')).status).toBe(200)
})

test('counts only the bytes of a range', async () => {
  const address = '198.51.100.3'
  for (let count = 0; count < 15; count++) {
    const answer = await read(address, { headers: { range: 'bytes=100-199' } })
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 100])
    expect((await read(address, { method: 'HEAD' })).status).toBe(count < 14 ? 200 : 429)
    expect((await read(address, { headers: { range: 'bytes=5000-' } })).status).toBe(416)
  }
  expect((await read(address, { headers: { range: 'bytes=0-0' } })).status).toBe(429)
})

test('counts an IPv6 /56 network as one visitor', async () => {
  for (const address of ['2001:db8:1:ab01::1', '2001:db8:1:ab02::1'])
    expect((await read(address)).status).toBe(200)
  expect((await read('2001:db8:1:abff::9')).status).toBe(429)
  expect((await read('2001:db8:1:ac00::1')).status).toBe(200)
})

test('stores only counts and deletes them at midnight (C22)', async () => {
  const address = '198.51.100.4'
  await (await read(address)).arrayBuffer()
  const key = await visitorKey(env, new Request('https://x', { headers: { 'cf-connecting-ip': address } }))
  const object = env.ALLOWANCES.getByName(key)
  const stored = () => runInDurableObject(object, (_, state) => [...state.storage.kv.list()])
  expect(await stored()).toEqual([['used', { bytes: 1_000, merges: 0 }]])
  expect(key).not.toContain(address)
  expect(await runDurableObjectAlarm(object)).toBe(true)
  expect(await stored()).toEqual([])
})

test('lets a download run to twice the limit', async () => {
  const object = env.ALLOWANCES.getByName(crypto.randomUUID())
  const spend = (bytes: number, limit: number) => object.spend({ bytes }, { bytes: limit }, tomorrow())
  expect(await spend(1_000, 1_000)).toBe(true)
  expect(await spend(500, 1_000)).toBe(false)
  expect(await spend(1_000, 2_000)).toBe(true)
  expect(await spend(1, 2_000)).toBe(false)
})

test('refuses a new download above the limit', async () => {
  const settings = { ...env, VISITOR_GIB: String(1_500 / 1024 ** 3), RATE_FACTOR: '1' }
  const request = new Request('https://x', { headers: { 'cf-connecting-ip': '198.51.100.91' } })
  const count = await bytesCounter(settings, request)
  await count(1_500)
  await count(1_000)
  await count(1_000)
  await expect(count(1)).rejects.toMatchObject({ code: 'day_used' })
  const countNew = await bytesCounter(settings, request)
  await expect(countNew(0)).rejects.toMatchObject({ code: 'day_used' })
})

/** Calls an edge where each visitor may start 50 new merges and read 1,500 bytes a day. */
async function visitAs(address: string, to: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'cf-connecting-ip': address }
  const settings = { ...env, BUDGET_TASKS: '100', VISITOR_GIB: String(1_500 / 1024 ** 3), RATE_FACTOR: '1' }
  const MERGE_LIMIT = { limit: async () => ({ success: true }) }
  return await worker.fetch(new Request(`https://${HOST}${to}`, { ...init, headers }), {
    ...settings,
    MERGE_LIMIT,
  })
}

const allowanceOf = async (address: string) =>
  env.ALLOWANCES.getByName(
    await visitorKey(env, new Request('https://x', { headers: { 'cf-connecting-ip': address } })),
  )

test('opens an existing task above the limit of merges', async () => {
  const address = '198.51.100.5'
  const { format } = await mergeRow('size=1000')
  for (let count = 0; count < 2; count++) expect((await visitAs(address, format.url)).status).toBe(200)
  const object = await allowanceOf(address)
  const stored = () => runInDurableObject(object, (_, state) => state.storage.kv.get('used'))
  expect(await stored()).toEqual({ bytes: 0, merges: 1 })
  await object.spend({ merges: 49 }, {}, tomorrow())
  const other = await mergeRow('size=1000')
  expect(await errorOf(await visitAs(address, other.format.url))).toMatchObject({
    status: 429,
    code: 'day_used',
    error: expect.stringContaining('00:00 UTC') as string,
  })
  expect((await visitAs(address, format.url)).status).toBe(200)
  expect((await visitAs('198.51.100.6', other.format.url)).status).toBe(200)
})

test('starts no merge above the limit of bytes', async () => {
  const address = '198.51.100.7'
  const { format } = await mergeRow('size=1000')
  const id = await startTask(format)
  await until(id, 'completed')
  const again = `/api/download/start-merge?task_id=${id}`
  await (await allowanceOf(address)).spend({ bytes: 1_500 }, {}, tomorrow())
  expect((await visitAs(address, again)).status).toBe(200)
  await visitAs(address, `/api/download/task/${id}`, { method: 'DELETE' })
  for (const to of [again, format.url])
    expect(await errorOf(await visitAs(address, to))).toMatchObject({ status: 429, code: 'day_used' })
})

test.each([
  ['fails', () => Promise.reject(new Error('reset'))],
  ['does not answer', () => new Promise<never>(() => undefined)],
])('serves a visitor even if the daily count %s', async (_, spend) => {
  const settings = { ...env, ALLOWANCES: { getByName: () => ({ spend }) } } as unknown as Env
  const { format } = await mergeRow('size=1000')
  const call = (to: string) => worker.fetch(new Request(`https://${HOST}${to}`), settings)
  const [file, start] = await Promise.all([call(path), call(format.url)])
  expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, 1_000])
  expect(start.status).toBe(200)
})

test('uses a new stub after a failed call', async () => {
  let stubs = 0
  const getByName = () => {
    const isBroken = ++stubs === 1
    return { spend: () => (isBroken ? Promise.reject(new Error('reset')) : Promise.resolve(false)) }
  }
  const count = await bytesCounter(
    { ...env, ALLOWANCES: { getByName } } as unknown as Env,
    new Request(`https://${HOST}${path}`),
  )
  await count(1)
  await expect(count(1)).rejects.toMatchObject({ code: 'day_used' })
})

test('stores nothing after its day', async () => {
  const object = env.ALLOWANCES.getByName(crypto.randomUUID())
  expect(await object.spend({ bytes: 1_000 }, { bytes: 10 }, Date.now())).toBe(true)
  expect(await object.spend({ bytes: 1_000 }, { bytes: 10 }, Date.now())).toBe(true)
  expect(await runInDurableObject(object, (_, state) => [...state.storage.kv.list()])).toEqual([])
})

test('counts the merges of an IPv6 /48 and its operator together', async () => {
  const start = async (address: string) => {
    const request = new Request('https://x', {
      headers: { 'cf-connecting-ip': address },
      cf: { asn: 64_500 },
    })
    await countMerge({ ...env, BUDGET_TASKS: '100', RATE_FACTOR: '1' }, request)
  }
  const { site, operator } = await wideKeys(
    env,
    new Request('https://x', {
      headers: { 'cf-connecting-ip': '2001:db8:48:100::1' },
      cf: { asn: 64_500 },
    }),
  )
  await start('2001:db8:48:100::1')
  await env.ALLOWANCES.getByName(site!).spend({ merges: 198 }, {}, tomorrow())
  await start('2001:db8:48:200::1')
  await expect(start('2001:db8:48:300::1')).rejects.toMatchObject({ code: 'day_used' })
  await start('2001:db8:49:100::1')
  await env.ALLOWANCES.getByName(operator!).spend({ merges: 200 }, {}, tomorrow())
  await expect(start('2001:db8:50:100::1')).rejects.toMatchObject({ code: 'day_used' })
})

test('counts IPv4 addresses one by one', async () => {
  const request = new Request('https://x', { headers: { 'cf-connecting-ip': '198.51.100.77' } })
  expect(await wideKeys(env, request)).toEqual({})
})
