import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { neutralBrand } from '#contract/brand.ts'
import { grantMedia } from '../../../edge/grants/grant.ts'
import { terms } from '../grants/grant-maker.ts'
import { infoWith } from '../formats/infos.ts'
import { errorOf, hits, visit, visitor } from '../visit.ts'

async function ask(name: string, more = '', by = visit): Promise<Response> {
  const url = `https://cdn.test/${name}`
  const grant = await grantMedia(env, url, { ...terms, key: '' })
  return await by(`/api/subtitles?url=${encodeURIComponent(url)}&g=${grant}${more}`)
}

test.each([
  ['', 'srt', 'application/x-subrip; charset=utf-8', '1\n00:00:00,000 --> 00:00:01,000\nHello\n'],
  ['&as=vtt', 'vtt', 'text/vtt; charset=utf-8', 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello\n'],
  ['&as=txt', 'txt', 'text/plain; charset=utf-8', 'Hello\n'],
])('saves subtitles with %j', async (query, extension, type, text) => {
  const answer = await ask('lines.vtt', `${query}&filename=My film (en)`)
  expect(answer.headers.get('content-type')).toBe(type)
  expect(answer.headers.get('content-disposition')).toContain(
    `attachment; filename="My film (en).${extension}"`,
  )
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(await answer.text()).toBe(text)
})

test('saves an old encoding as UTF-8', async () => {
  expect(await (await ask('old.srt', '&as=txt')).text()).toBe('こんにちは\n')
})

test('joins the segments of a playlist on one clock', async () => {
  const answer = await ask('words.m3u8', '&as=vtt')
  expect(await answer.text()).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\none\n\n00:00:11.000 --> 00:00:12.000\ntwo\n',
  )
})

test('reads a track of a film from its own bytes', async () => {
  const url = 'https://cdn.test/own-texts.mkv'
  const subtitles = { language: 'en', track: 'in-file:1' }
  const grant = await grantMedia(env, url, { ...terms, key: '', subtitles })
  const answer = await visit(`/api/subtitles?url=${encodeURIComponent(url)}&as=txt&g=${grant}`)
  expect(await answer.text()).toBe('First Second\n')
})

test.each(['words.m3u8', 'hours.vtt'])('reads %s no more often than a link', async (name) => {
  const me = visitor()
  const statuses: number[] = []
  // As in start-merge.test.ts, a slow run can span two minutes.
  for (let call = 0; call < 41; call++) statuses.push((await ask(name, '', me)).status)
  expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true)
  expect(statuses).toContain(429)
  expect((await ask('lines.vtt', '', me)).status).toBe(200)
})

test('automatic captions lose their repeated lines', async () => {
  expect(await (await ask('rolling.vtt', '&as=txt&automatic=1')).text()).toBe('a b\n')
  expect(await (await ask('rolling.vtt', '&as=txt')).text()).toBe('a a b\n')
})

test.each([
  ['long.vtt', '', 'too_big'],
  ['encrypted.ts', '', 'no_subtitles'],
  ['nothing.vtt', '', 'stale'],
  ['limit.mp4', '', 'site_limit'],
  ['lines.vtt', '&as=exe', 'bad_request'],
  // The grant names the track of a manifest, not the visitor.
  ['film.mpd', '&track=f%201', 'no_subtitles'],
  ['inside-words.m3u8', '', 'refused_address'],
  ['strange-words.m3u8', '', 'stale'],
])('answers %s%s with %s', async (name, query, code) => {
  expect((await errorOf(await ask(name, query))).code).toBe(code)
})

test.each(['lost-words.m3u8', 'far-words.m3u8', 'secret-words.m3u8'])('reads what %s has', async (name) => {
  expect(await (await ask(name, '&as=txt')).text()).toBe('one\n\ntwo\n')
})

test('asks a strange site for few parts only', async () => {
  expect((await errorOf(await ask('attack-words.m3u8'))).code).toBe('refused_address')
  expect(await hits('/none.test/x')).toBeLessThanOrEqual(24)
})

test('fetches no segment from a host of ours', async () => {
  await env.BRANDS.put('own.cdn.test', JSON.stringify({ ...neutralBrand, domain: 'own.cdn.test' }))
  expect((await errorOf(await ask('own-words.m3u8'))).code).toBe('refused_address')
})

test('needs a grant for the link', async () => {
  expect((await visit('/api/subtitles?url=https%3A%2F%2Fcdn.test%2Flines.vtt&g=x')).status).toBe(403)
})

test('lists the languages of an item, the automatic ones last', async () => {
  const subtitle = {
    url: 'https://cdn.test/lines.vtt',
    headers: {},
    bound: false,
    automatic: false,
    name: null,
  }
  const { subtitles } = await infoWith({
    subtitles: [
      { ...subtitle, language: 'en', automatic: true },
      { ...subtitle, language: 'de' },
      { ...subtitle, language: 'xx-x-own', name: 'Own' },
      { ...subtitle, language: 'fr', url: 'http://10.0.0.1/a.vtt' },
      { ...subtitle, language: 'und', name: 'Transcript' },
      { ...subtitle, language: 'es-419', name: 'Español' },
      { ...subtitle, language: 'de-x-sdh', name: 'Deutsch SDH' },
      { ...subtitle, language: 'de-x-2', name: 'Comments' },
      { ...subtitle, language: 'de-x-forced', url: 'https://cdn.test/film.mpd', track: 'f 1' },
    ],
  })
  expect(subtitles?.map(({ language, label, automatic }) => [language, label, automatic])).toEqual([
    ['de', 'German', undefined],
    ['xx-x-own', 'Own', undefined],
    ['und', 'Transcript', undefined],
    ['es-419', 'Latin American Spanish', undefined],
    ['de-x-sdh', 'German (SDH)', undefined],
    ['de-x-2', 'German (Comments)', undefined],
    ['de-x-forced', 'German (foreign parts only)', undefined],
    ['en', 'English', true],
  ])
  expect((await visit(subtitles![0]!.url)).status).toBe(200)
  expect(subtitles!.map(({ url }) => url.includes('automatic=1'))).toEqual([
    ...Array.from({ length: 7 }, () => false),
    true,
  ])
  expect((await visit(subtitles![6]!.url)).status).toBe(200)
})
