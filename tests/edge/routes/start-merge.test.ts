import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { KEYS } from '../keys.ts'
import { seal } from '../../../edge/grants/seal.ts'
import { errorOf, merger, mergeRow, startTask, until, visit } from '../visit.ts'

test('a prefetch, another site or a HEAD starts nothing', async () => {
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

test('formats named in the query are ignored: the ticket alone says what is made', async () => {
  const { format } = await mergeRow('size=1000')
  const id = await startTask({ ...format, url: `${format.url}&video_format_id=999&audio_format_id=1` })
  const last = (await until(id, 'completed')).at(-1)!
  expect(last.proof?.height).toBe(1_080)
})

test('a ticket of an hour ago says which format it was for, and still leads to what it started', async () => {
  const { format } = await mergeRow('size=1000')
  const id = await startTask(format)
  await until(id, 'completed')
  const unused = (await mergeRow('size=1000')).format
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 })
  try {
    expect(await errorOf(await visit(unused.url))).toMatchObject({
      status: 403,
      code: 'stale',
      format_key: unused.key,
    })
    const late = await visit(unused.url)
    expect(late.headers.get('x-format-key')).toBe('both:1080:mp4:avc1:')
    await late.body?.cancel()
  } finally {
    vi.useRealTimers()
  }
})

test('a ticket that is not ours is stale without a format', async () => {
  for (const ticket of ['', 'x', 'a.b.c.d.e', 'eyJhbGciOiJkaXIifQ....']) {
    const error = await errorOf(await visit(`/api/download/start-merge?task_id=${ticket}`))
    expect(error).toMatchObject({ status: 403, code: 'stale' })
    expect(error.format_key).toBeUndefined()
  }
})

test('a ticket of the previous key still starts its task', async () => {
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
