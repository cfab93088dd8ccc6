import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { KEYS } from '../keys.ts'
import { seal } from '../../../edge/grants/seal.ts'
import { errorOf, merger, mergeRow, startTask, until, visit, visitor } from '../visit.ts'

test('starts nothing for a prefetch, another site or HEAD', async () => {
  const { link, format } = await mergeRow('size=1000')
  const refused: RequestInit[] = [
    { headers: { 'sec-purpose': 'prefetch' } },
    { headers: { 'sec-purpose': 'prefetch;prerender' } },
    { headers: { purpose: 'prefetch' } },
    { headers: { 'sec-fetch-site': 'cross-site' } },
    { headers: { 'sec-fetch-site': 'same-site' } },
    { method: 'HEAD' },
  ]
  for (const init of refused) expect((await visit(format.url, init)).status).toBe(403)
  expect((await merger(link)).posts).toBe(0)
  expect((await visit(format.url, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
})

test('ignores format ids in the query', async () => {
  const { format } = await mergeRow('size=1000')
  const id = await startTask({ ...format, url: `${format.url}&video_format_id=999&audio_format_id=1` })
  const last = (await until(id, 'completed')).at(-1)!
  expect(last.proof?.height).toBe(1_080)
})

test('answers an expired ticket with its task or format key', async () => {
  const { format } = await mergeRow('size=1000')
  const unused = (await mergeRow('size=1000')).format
  const ticketsMade = Date.now()
  const id = await startTask(format)
  await until(id, 'completed')
  // Tickets and files both last one hour. The clock moves to one hour after the tickets were made: they have
  // expired, but the file, which was made later, has not.
  vi.useFakeTimers({ toFake: ['Date'], now: ticketsMade + 3_600_000 })
  try {
    expect(await errorOf(await visit(unused.url))).toMatchObject({
      status: 403,
      code: 'stale',
      format_key: unused.key,
    })
    const again = await visit(format.url)
    expect(again.status).toBe(200)
    expect(await again.json()).toEqual({ task_id: id })
    const late = await visit(unused.url)
    expect(late.headers.get('x-format-key')).toBe('both:1080:mp4:avc1:')
    await late.body?.cancel()
  } finally {
    vi.useRealTimers()
  }
})

test('answers stale to a forged ticket', async () => {
  for (const ticket of ['', 'x', 'a.b.c.d.e', 'eyJhbGciOiJkaXIifQ....']) {
    const error = await errorOf(await visit(`/api/download/start-merge?task_id=${ticket}`))
    expect(error).toMatchObject({ status: 403, code: 'stale' })
    expect(error.format_key).toBeUndefined()
  }
})

test('accepts a ticket of the previous key', async () => {
  const { format } = await mergeRow('size=1000')
  const ticket = new URLSearchParams(format.url.split('?')[1]).get('task_id')!
  expect(JSON.parse(atob(ticket.split('.')[0]!))).toMatchObject({ kid: 'new', alg: 'dir', enc: 'A256GCM' })
  const rotated = { ...env, GRANT_KEYS: JSON.stringify({ ...KEYS, current: 'old' }) }
  const old = await seal(
    rotated,
    'merge',
    {
      n: 'A'.repeat(22),
      p: ['https://media.test/x?size=1000', ['1', 'both', 720, 'mp4', null, null], null, 'mp4', null, null],
      f: 'k',
      m: 'local:0',
    },
    Date.now() + 60_000,
  )
  expect((await visit(`/api/download/start-merge?task_id=${old}`)).status).toBe(200)
})

test('one visitor can start at most 20 merges within a minute', async () => {
  const { format } = await mergeRow('size=1000')
  const me = visitor()
  const statuses = []
  // The limit is 20 requests in one minute. A slow run can span two of these minutes, which allow 40
  // requests. So the loop sends 41.
  for (let i = 0; i < 41; i++) statuses.push((await me(format.url)).status)
  expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true)
  expect(statuses).toContain(429)
})

test('reads one task at most 120 times a minute', async () => {
  const me = visitor()
  const { format } = await mergeRow('size=1000', me)
  const id = await startTask(format, me)
  const path = `/api/download/status/${id}`
  const answers = await Promise.all(Array.from({ length: 125 }, () => me(path)))
  const refused = answers.filter((answer) => answer.status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]!.headers.get('retry-after')).toBe('60')
  expect((await errorOf(refused[0]!)).code).toBe('rate_limited')
  expect((await visit(path)).status).toBe(200)
  const other = await startTask((await mergeRow('size=1000', me)).format, me)
  expect((await me(`/api/download/status/${other}`)).status).toBe(200)
})
