import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseRange } from '../../../edge/request/range.ts'
import worker from '../../../edge/worker.ts'
import { testEach } from '../corpus.ts'
import { errorOf, HOST, mergeRow, startTask, until, visit } from '../visit.ts'

let path: string
let etag: string
let whole: Uint8Array

beforeAll(async () => {
  const { format } = await mergeRow('size=1000')
  const id = await startTask(format)
  await until(id, 'completed')
  path = `/api/download/file/${id}`
  const answer = await visit(path)
  etag = answer.headers.get('etag')!
  whole = new Uint8Array(await answer.arrayBuffer())
})

type Input = { method?: string; headers?: Record<string, string> }

describe('GET /api/download/file/:id answers bad requests', () => {
  // fetch cannot send non-ASCII characters in headers, so tests/edge/request/range.test.ts passes such
  // headers directly to the parser.
  const isSendable = (value: string) => !/[^ -~]/.test(value)
  testEach(
    'GET /api/download/file/:id (1000-byte object)',
    {
      // A merge never makes an empty file, so this case tests only the parser.
      'Range on an empty (0-byte) object bytes=0-0': async ({ input }) => {
        expect(parseRange((input as Input).headers?.['Range'], 0)).toEqual({ kind: 'unsatisfiable' })
      },
    },
    async ({ input, status, content_range, content_length }) => {
      const { method = 'GET', headers = {} } = input as Input
      const sent = Object.fromEntries(
        Object.entries(headers)
          .filter(([, value]) => isSendable(value))
          .map(([header, value]) => [header, value.replace('<current ETag>', etag)]),
      )
      const answer = await visit(path, { method, headers: sent })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('content-range')).toBe(content_range ?? null)
      expect(answer.headers.get('content-encoding')).toBe(null)
      if (typeof content_length === 'number')
        expect(answer.headers.get('content-length')).toBe(String(content_length))
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const [, start, end] = /^bytes (\d+)-(\d+)/.exec(content_range ?? '') ?? []
      if (status === 206) expect(bytes).toEqual(whole.slice(Number(start), Number(end) + 1))
      if (status === 200) expect(bytes.length).toBe(method === 'HEAD' ? 0 : 1_000)
      if (status === 304 || status === 416) expect(bytes.length).toBe(0)
      expect(answer.headers.get('accept-ranges')).toBe('bytes')
      expect(answer.headers.get('etag')).toBe(etag)
    },
  )
})

test('sends exactly the bytes of a random range', async () => {
  for (let i = 0; i < 100; i++) {
    const start = Math.floor(Math.random() * 1_000)
    const end = start + Math.floor(Math.random() * 1_200)
    const answer = await visit(path, { headers: { range: `bytes=${start}-${end}` } })
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(whole.slice(start, end + 1))
  }
})

test('sends the whole file if it has changed', async () => {
  const headers = { range: 'bytes=10-', 'if-range': '"another"' }
  expect((await visit(path, { headers })).status).toBe(200)
  expect((await visit(path, { headers: { ...headers, 'if-range': etag } })).status).toBe(206)
  // A weak ETag never matches If-Range (RFC 9110, section 13.1.5).
  expect((await visit(path, { headers: { ...headers, 'if-range': `W/${etag}` } })).status).toBe(200)
})

test('attaches the file only with download=1', async () => {
  const inline = await visit(path, { method: 'HEAD' })
  expect(inline.headers.get('content-disposition')).toMatch(/^inline/)
  expect(inline.headers.get('content-length')).toBe('1000')
  expect(inline.headers.get('content-type')).toBe('video/mp4')
  expect(Date.parse(inline.headers.get('x-expires-at')!) - Date.now()).toBeGreaterThan(3_500_000)
  const saved = await visit(`${path}?download=1&filename=${encodeURIComponent('浜辺 dawn.mp4')}`)
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment; .*filename\*=UTF-8''%E6%B5%9C/)
})

test('lets no script of a file run on our origin', async () => {
  const { headers } = await visit(path)
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('private, no-store')
})

test('a path below the id of a file returns status 404', async () => {
  expect((await visit(`${path}/x.css`)).status).toBe(404)
})

test('answers 412 unless If-Match names the ETag', async () => {
  const statusWith = async (value: string) => (await visit(path, { headers: { 'if-match': value } })).status
  expect(await statusWith('"another"')).toBe(412)
  // If-Match uses the strong comparison (RFC 9110, section 13.1.1), so a weak ETag does not match.
  expect(await statusWith(`W/${etag}`)).toBe(412)
  expect(await statusWith(etag)).toBe(200)
  expect(await statusWith(`"another", ${etag}`)).toBe(200)
  expect(await statusWith('*')).toBe(200)
})

test.each([
  ['a deletion', 'DELETE', '/api/download/task/', 'STATUS_LIMIT'],
  ['a start by its id', 'GET', '/api/download/start-merge?task_id=', 'MERGE_LIMIT'],
])('asks no task for %s above the limit', async (_, method, to, limit) => {
  const TASKS = { getByName: () => expect.fail('a task is asked') }
  const refuse = { limit: () => Promise.resolve({ success: false }) }
  const answer = await worker.fetch(
    new Request(`https://${HOST}${to}${path.split('/').at(-1)}`, { method }),
    { ...env, TASKS, [limit]: refuse },
  )
  expect(await errorOf(answer)).toMatchObject({ status: 429, code: 'rate_limited' })
})

test('counts the visitors of an IPv6 /48 together too', async () => {
  const callsOf = new Map<string, number>()
  const limit = ({ key }: { key: string }) => {
    callsOf.set(key, (callsOf.get(key) ?? 0) + 1)
    return Promise.resolve({ success: true })
  }
  for (let visitor = 0; visitor < 40; visitor++)
    await worker.fetch(
      new Request(`https://${HOST}${path}`, {
        method: 'HEAD',
        headers: { 'cf-connecting-ip': `2001:db8:7:${visitor.toString(16)}00::1` },
      }),
      { ...env, PROXY_LIMIT: { limit } },
    )
  const calls = [...callsOf.values()].filter((count) => count > 1)
  expect(calls.length).toBeLessThanOrEqual(4)
  expect(calls.reduce((sum, count) => sum + count, 0)).toBe(40)
})

test('reads ranges no more often than the proxy does', async () => {
  const keys: string[] = []
  const limit = async ({ key }: { key: string }) => {
    keys.push(key)
    return { success: keys.length < 3 }
  }
  const read = async () =>
    await worker.fetch(
      new Request(`https://${HOST}${path}`, {
        headers: { range: 'bytes=0-0', 'cf-connecting-ip': '198.51.100.7' },
      }),
      { ...env, PROXY_LIMIT: { limit } },
    )
  expect([(await read()).status, (await read()).status]).toEqual([206, 206])
  expect(await errorOf(await read())).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(new Set(keys).size).toBe(1)
})
