import { expect, test } from 'vitest'
import { COPY_IS_OVER } from '#contract/copy-list.ts'
import { hashOf } from '../../../edge/grants/seal.ts'
import { byteAt } from '../eventually.ts'
import { withBlockList } from '../request/block-list.ts'
import { errorOf, mergeRow, startTask, until, visit } from '../visit.ts'

const pathOf = (id: string) => `/api/download/watch/${id}`
const ranged = (id: string, range: string, attempt = 1) =>
  visit(`${pathOf(id)}/media?attempt=${attempt}`, { headers: { range } })

async function running(query: string): Promise<string> {
  const { format } = await mergeRow(`size=1000&hold=0.5&${query}`)
  return await startTask(format)
}

test('a running task is a playlist of byte ranges', async () => {
  const id = await running('watch=open')
  const answer = await visit(pathOf(id))
  expect(answer.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const lines = (await answer.text()).split('\n')
  const media = `${id}/media?attempt=1`
  expect(lines.slice(0, 9)).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:1',
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-START:TIME-OFFSET=0,PRECISE=YES',
    `#EXT-X-MAP:URI="${media}&init",BYTERANGE="20@0"`,
    '#EXTINF:0.500000,',
    '#EXT-X-BYTERANGE:200@20',
    media,
  ])
  // Two more fragments make no full segment yet.
  expect(lines.filter((line) => line.startsWith('#EXTINF'))).toEqual([
    '#EXTINF:0.500000,',
    '#EXTINF:0.500000,',
    '#EXTINF:1.250000,',
  ])
  expect(lines).not.toContain('#EXT-X-ENDLIST')
})

test('the last segment ends the playlist', async () => {
  const id = await running('watch=over')
  const lines = (await (await visit(pathOf(id))).text()).split('\n')
  expect(lines.slice(-5)).toEqual([
    '#EXTINF:0.500000,',
    '#EXT-X-BYTERANGE:150@920',
    `${id}/media?attempt=1`,
    '#EXT-X-ENDLIST',
    '',
  ])
})

test('a playlist of the beginning has no end', async () => {
  const id = await running('watch=over&beginning=1')
  const lines = (await (await visit(pathOf(id))).text()).split('\n')
  expect(lines.slice(-3)).toEqual([`${id}/media?attempt=1`, COPY_IS_OVER, ''])
})

test('sends exactly the range that was asked for', async () => {
  const id = await running('watch=open')
  const answer = await ranged(id, 'bytes=20-119')
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe('bytes 20-119/*')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual(
    Array.from({ length: 100 }, (_, at) => byteAt(20 + at)),
  )
})

test('the playlist of another attempt is gone', async () => {
  const id = await running('watch=open')
  expect((await visit(`${pathOf(id)}?attempt=1`)).status).toBe(200)
  expect((await visit(`${pathOf(id)}?attempt=2`)).status).toBe(204)
})

test('two visitors watch one task', async () => {
  const id = await running('watch=open')
  const both = await Promise.all([1, 2].map(async () => (await visit(pathOf(id))).text()))
  expect(both[0]).toBe(both[1])
  const bytes = await Promise.all([1, 2].map(async () => (await ranged(id, 'bytes=20-119')).arrayBuffer()))
  expect(bytes[0]).toEqual(bytes[1])
})

test('a cancelled task cannot be watched', async () => {
  const id = await running('watch=open')
  expect((await visit(pathOf(id))).status).toBe(200)
  await visit(`/api/download/task/${id}`, { method: 'DELETE' })
  expect((await visit(pathOf(id))).status).toBe(204)
  expect((await ranged(id, 'bytes=20-119')).status).toBe(204)
})

test('waits for the attempt after one that its merger has ended', async () => {
  const id = await running('watch=gone')
  expect((await visit(pathOf(id))).status).toBe(202)
})

test('a failed task cannot be watched', async () => {
  const id = await running('watch=open&break=drm')
  await until(id, 'failed')
  expect((await visit(pathOf(id))).status).toBe(204)
})

test('a second attempt is another playlist', async () => {
  const id = await running('watch=open&break=merge_failed&failures=1')
  await expect
    .poll(async () => (await visit(pathOf(id))).text(), { timeout: 20_000 })
    .toContain('media?attempt=2')
  expect((await visit(`${pathOf(id)}?attempt=1`)).status).toBe(204)
  expect((await ranged(id, 'bytes=20-119', 1)).status).toBe(204)
  expect((await ranged(id, 'bytes=20-119', 2)).status).toBe(206)
})

test.each([
  ['a range beyond the copy', 'bytes=900-2000', 1, 204],
  ['another attempt', 'bytes=0-19', 2, 204],
  ['no range', '', 1, 400],
  ['an open range', 'bytes=0-', 1, 400],
  ['two ranges', 'bytes=0-1,4-5', 1, 400],
])('refuses %s', async (_, range, attempt, status) => {
  const id = await running('watch=open')
  expect((await ranged(id, range, attempt)).status).toBe(status)
})

test('answers 204 for a file that cannot be watched or is made', async () => {
  const id = await running('nothing=1')
  expect((await visit(pathOf(id))).status).toBe(204)
  const { format } = await mergeRow('size=1000&watch=open')
  const ready = await startTask(format)
  await until(ready, 'completed')
  expect((await visit(pathOf(ready))).status).toBe(204)
  expect((await visit(pathOf('x'.repeat(30)))).status).toBe(404)
})

test('a blocked source cannot be watched', async () => {
  const { link, format } = await mergeRow('size=1000&hold=0.5&watch=open')
  const id = await startTask(format)
  expect((await visit(pathOf(id))).status).toBe(200)
  await withBlockList({ hosts: [], platforms: [], links: [await hashOf(link)] }, async () => {
    expect(await errorOf(await visit(pathOf(id)))).toMatchObject({ status: 451, code: 'blocked' })
  })
})
