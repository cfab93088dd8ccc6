import { expect, test } from 'vitest'
import type { RenditionToOpen } from '../../../../merger/merge/sources/open.ts'
import { rendition } from '../../../builders.ts'
import { mp4, read, useOpenRig } from './open-rig.ts'

const MB = 1024 ** 2
const FOUR_HOURS = 4 * 3_600

const rig = useOpenRig()
const { answers, requests, exits, open } = rig

const hls = rendition({
  id: 'l',
  kind: 'video',
  transport: 'hls',
  url: 'http://cdn.test/l.m3u8',
  headers: { a: 'b' },
})
const playlist = (...lines: string[]) =>
  ['#EXTM3U', '#EXTINF:2.5,', '0.ts', ...lines, '#EXTINF:2.5,', '1.ts', '#EXT-X-ENDLIST'].join('\n')
const openPlaylist = (text: string, wanted: Partial<RenditionToOpen> = {}) => {
  answers.set('/l.m3u8', { body: text })
  answers.set('/0.ts', { body: mp4(2) })
  answers.set('/1.ts', { body: 'the rest' })
  return open({ rendition: hls, ...wanted })
}

test('fetches a playlist with the headers of its rendition', async () => {
  const opened = await openPlaylist(playlist(), { rendition: { ...hls, exit: 'home' } })
  expect(opened).toMatchObject({
    rendition: { id: 'l' },
    facts: { kind: 'mp4', duration: null },
    expected: { seconds: 5, slack: 1 },
    hasDiscontinuity: false,
  })
  const bytes = Buffer.concat([mp4(2), Buffer.from('the rest')])
  expect(await read(opened)).toEqual(bytes)
  expect(requests.map(({ url, headers }) => [url, headers['a']])).toEqual(
    ['/l.m3u8', '/0.ts', '/1.ts'].map((url) => [url, 'b']),
  )
  expect(rig.attempt.progress.received).toBe(bytes.length)
  expect(exits).toEqual(['home', 'home'])
})

test('uses the page duration only for lack of another', async () => {
  const none = playlist().replaceAll('2.5', '')
  expect((await openPlaylist(none, { pageDuration: 7 })).expected).toEqual({ seconds: 7, slack: 1 })
  expect((await openPlaylist(none)).expected).toBeNull()
  expect((await openPlaylist(playlist(), { pageDuration: 7 })).expected?.seconds).toBe(5)
})

test('a playlist of more than four hours fails with too_big', async () => {
  const long = playlist().replaceAll('2.5', `${FOUR_HOURS / 2 + 1}`)
  await expect(openPlaylist(long)).rejects.toMatchObject({ code: 'too_big' })
})

test('fails with too_big on a playlist of more than 16 MiB', async () => {
  // 14,400 segments of one second, with links of 1,000 bytes.
  const segments = Array.from(
    { length: FOUR_HOURS },
    (_, index) => `#EXTINF:1.0,\n${index}.ts?${'k'.repeat(991)}`,
  )
  const text = ['#EXTM3U', ...segments, '#EXT-X-ENDLIST'].join('\n')
  const head = mp4(2, Buffer.alloc(100_000, 7))
  for (let index = 0; index < 5; index++) answers.set(`/${index}.ts?${'k'.repeat(991)}`, { body: head })
  expect((await openPlaylist(text)).expected).toEqual({ seconds: FOUR_HOURS, slack: 1 })
  const padding = '#'.repeat(16 * MB - text.length + 1)
  await expect(openPlaylist(`${text}\n${padding}`)).rejects.toMatchObject({ code: 'too_big' })
})

test('fetches an expired playlist once more by a fresh link', async () => {
  answers.set('/fresh.m3u8', { body: playlist() })
  answers.set('/0.ts', { body: mp4(2, Buffer.alloc(100_000, 7)) })
  answers.set('/1.ts', { body: 'the rest' })
  const fresh = { ...hls, url: 'http://cdn.test/fresh.m3u8' }
  const opened = await open({
    rendition: { ...hls, url: 'http://cdn.test/gone.m3u8' },
    refresh: () => Promise.resolve(fresh),
  })
  expect(opened.rendition).toEqual(fresh)
  await read(opened)
  expect(requests.slice(0, 2).map(({ url }) => url)).toEqual(['/gone.m3u8', '/fresh.m3u8'])
})

test('fetches too big a playlist only once', async () => {
  const refresh = () => Promise.reject(new Error('no refresh is needed'))
  const tooBig = '#'.repeat(17 * MB)
  await expect(openPlaylist(tooBig, { refresh })).rejects.toMatchObject({ code: 'too_big' })
  expect(requests).toHaveLength(1)
})
