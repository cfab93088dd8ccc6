import { expect, test } from 'vitest'
import { withBelongings } from '../../../../merger/extract/pages/belongings.ts'
import { infoSchema, type Info } from '../../../../merger/ytdlp/facts.ts'

const FILM = 'https://a.example/film.mp4'
const request = { signal: new AbortController().signal } as never
const facts = (more: object = {}): Info => infoSchema.parse({ url: FILM, ...more })
const inPlaylist = { item: { index: 1, total: 2 } }

const read = (html: string, info = facts()) =>
  withBelongings(info, { url: new URL('https://a.example/page'), text: html }, request)
const links = async (html: string, info = facts()) => (await read(html, info)).subtitles.map(({ url }) => url)

const video = (src: string, track: string) =>
  `<video src="${src}"><track src="${track}" label="Deutsch"></video>`

test('adds the subtitles beside a film, with its language by its label', async () => {
  expect((await read(video('/film.mp4#t=1', '/a.vtt'))).subtitles).toEqual([
    {
      language: 'de',
      name: 'Deutsch',
      url: 'https://a.example/a.vtt',
      track: null,
      automatic: false,
      headers: {},
    },
  ])
})

test('adds those of its list', async () => {
  const info = facts({
    formats: [{ url: 'https://a.example/1.m3u8', manifest_url: 'https://a.example/all.m3u8' }],
  })
  expect(await links(video('all.m3u8', '/a.vtt'), info)).toEqual(['https://a.example/a.vtt'])
})

test('adds those that stand beside no media, unless the page has several items', async () => {
  const html = '<video><track src="/a.vtt"></video><script>hls.loadSource("/film.mp4")</script>'
  expect(await links(html)).toEqual(['https://a.example/a.vtt'])
  expect(await links(html, facts(inPlaylist))).toEqual([])
})

test('adds those of another link to the only item', async () => {
  expect(await links(video('/film?id=1', '/a.vtt'))).toEqual(['https://a.example/a.vtt'])
})

test('adds none of another film', async () => {
  const html = `${video('/film.mp4', '/a.vtt')}${video('/other.mp4', '/b.vtt')}`
  expect(await links(html)).toEqual(['https://a.example/a.vtt'])
  expect(await links(`${video('/1.mp4', '/a.vtt')}${video('/2.mp4', '/b.vtt')}`)).toEqual([])
})

test('adds no link twice, and none to a private address', async () => {
  const known = {
    language: 'de',
    name: null,
    url: 'https://a.example/a.vtt',
    track: null,
    automatic: false,
    headers: {},
  }
  const info = facts({ subtitles: [known] })
  expect((await read(video('/film.mp4', '/a.vtt'), info)).subtitles).toEqual([known])
  expect(await links(video('/film.mp4', 'http://10.0.0.1/a.vtt'))).toEqual([])
})

test('keeps the chapters of the item, else takes those of the page', async () => {
  const html =
    '<script>x({src: "/film.mp4", chapters: [{start: 0, title: "A"}, {start: 5, title: "B"}]})</script>'
  const own = [
    { start: 1, title: 'C' },
    { start: 2, title: 'D' },
  ]
  expect((await read(html, facts({ chapters: own }))).chapters).toEqual(own)
  expect((await read(html)).chapters).toEqual([
    { start: 0, title: 'A' },
    { start: 5, title: 'B' },
  ])
})
