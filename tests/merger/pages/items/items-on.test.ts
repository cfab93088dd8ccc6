import { expect, test } from 'vitest'
import { itemsOn } from '../../../../merger/pages/items/items-on.ts'
import { Markup } from '../../../../merger/html/markup.ts'
import { overgrown } from '../../../growth.ts'

const items = (html: string) => itemsOn(new Markup(html))
const script = (code: string, type = '') => items(`<script${type && ` type="${type}"`}>${code}</script>`)
const german = { link: '/de.vtt', language: 'de', label: 'Deutsch' }
const item = (facts: object) => ({ media: [], tracks: [], chapters: [], chapterFiles: [], ...facts })
const film = item({ media: ['/film.mp4'], tracks: [german] })

test.each([
  ['a video', '<video src="/film.mp4"><track kind=captions src="/de.vtt" srclang=de label=Deutsch></video>'],
  ['a source', '<video><source src="/film.mp4"><track src="/de.vtt" srclang=de label=Deutsch></video>'],
  ['a player', '<hls-video src=" /film.mp4 "><track src="/de.vtt" srclang="de" label="Deutsch"></hls-video>'],
  [
    'a video in a player',
    '<media-controller><video src="/film.mp4"><track src="/de.vtt" srclang="de" label="Deutsch"></video></media-controller>',
  ],
  [
    'a video without an end',
    '<video data-src="/film.mp4"><track src="/de.vtt" srclang="de" label="Deutsch"><p>',
  ],
  [
    'a frame',
    `<iframe srcdoc="&lt;video src='/film.mp4'>&lt;track src='/de.vtt' srclang=de label=Deutsch>&lt;/video>"></iframe>`,
  ],
  [
    'text for scripts',
    '<video src="/film.mp4"><track kind="metadata" src="/de.vtt" srclang="de" label="Deutsch"></video>',
  ],
])('reads the track of %s', (_, html) => expect(items(html)).toEqual([film]))

test.each([
  ['pictures of the timeline', '<track kind="metadata" src="/thumbs.vtt">'],
  ['pictures with a label', '<track kind="metadata" src="/x.vtt" label="thumbnails" srclang="en">'],
  ['descriptions', '<track kind="descriptions" src="/x.vtt" srclang="en">'],
  ['a track without a link', '<track kind="captions">'],
])('reads no track from %s', (_, track) =>
  expect(items(`<video src="/film.mp4">${track}</video>`)).toEqual([item({ media: ['/film.mp4'] })]),
)

test('keeps a track beside no media, and a file of chapters', () => {
  const html =
    '<video><track kind="chapters" src="/c.vtt"><track src="/de.vtt" srclang="de" label="Deutsch"></video>'
  expect(items(html)).toEqual([item({ tracks: [german], chapterFiles: ['/c.vtt'] })])
})

test.each([
  [
    'Plyr',
    `player.source = {type: 'video', sources: [{src: '/film.mp4', type: 'video/mp4'}],
    tracks: [{kind: 'captions', label: 'Deutsch', srclang: 'de', src: '/de.vtt', default: true}],
    previewThumbnails: {enabled: true, src: '/thumbs.vtt'}}`,
  ],
  [
    'JW Player',
    `jwplayer("p").setup({playlist: [{file: "/film.mp4", image: "/i.jpg", tracks: [
    {file: "/de.vtt", label: "Deutsch", kind: "captions", language: "de"}, {file: "/t.vtt", kind: "thumbnails"}]}]})`,
  ],
  [
    'Bitmovin',
    `player.load({hls: "/film.mp4", subtitleTracks: [{url: "/de.vtt", lang: "de", label: "Deutsch"}]})`,
  ],
  [
    'Flowplayer',
    `flowplayer(e, {src: "/film.mp4", subtitles: {tracks: [{src: "/de.vtt", srclang: "de", label: "Deutsch"}]}})`,
  ],
  [
    'Clappr',
    `new Clappr.Player({source: "/film.mp4", playback: {externalTracks: [{lang: "de", label: "Deutsch", src: "/de.vtt", kind: "subtitles"}]}})`,
  ],
])('reads the settings of %s', (_, code) => expect(script(code)).toEqual([film]))

test('reads the settings of video.js in an attribute', () => {
  const setup = {
    sources: [{ src: '/film.mp4' }],
    tracks: [{ kind: 'captions', src: '/de.vtt', srclang: 'de', label: 'Deutsch' }],
  }
  const html = `<div data-setup="${JSON.stringify(setup).replaceAll('"', '&quot;')}"></div>`
  expect(items(html)).toEqual([film])
})

test.each([
  [
    'a state in JSON',
    script(
      JSON.stringify({
        a: [{ video: { url: '/film.mp4', tracks: [{ src: '/de.vtt', srclang: 'de', label: 'Deutsch' }] } }],
      }),
      'application/json',
    ),
  ],
  [
    'a state in a string',
    script(
      `push([1, ${JSON.stringify(`5:${JSON.stringify({ url: '/film.mp4', captions: [{ src: '/de.vtt', language: 'de', label: 'Deutsch' }] })}`)}])`,
    ),
  ],
])('reads %s', (_, found) => expect(found).toEqual([film]))

test.each([
  [
    'by language',
    `x({file: "/film.mp4", subtitles: {de: "/de.vtt", "pt-BR": "/pt.srt"}})`,
    [
      ['de', null, '/de.vtt'],
      ['pt-br', null, '/pt.srt'],
    ],
  ],
  [
    'of Playerjs',
    `new Playerjs({file: "/film.mp4", subtitle: "[English]/en.vtt,[Deutsch]/de.vtt"})`,
    [
      [null, 'English', '/en.vtt'],
      [null, 'Deutsch', '/de.vtt'],
    ],
  ],
  [
    'alone',
    `new Artplayer({url: "/film.mp4", subtitle: {url: "/de.srt", type: "srt"}})`,
    [[null, null, '/de.srt']],
  ],
])('reads subtitles %s', (_, code, tracks) =>
  expect(script(code)[0]?.tracks.map(({ language, label, link }) => [language, label, link])).toEqual(tracks),
)

test.each([
  [
    'an object',
    `p.addRemoteTextTrack({kind: 'captions', src: '/de.vtt', srclang: 'de', label: 'Deutsch'}, false)`,
    german,
  ],
  ['arguments', `p.addTextTrackAsync('/de.vtt', 'de', 'subtitles', 'text/vtt')`, { ...german, label: null }],
])('keeps a track that a script adds by %s', (_, code, track) =>
  expect(script(code)).toEqual([item({ tracks: [track] })]),
)

const moments = [
  { start: 0, title: 'Welcome' },
  { start: 5, title: 'Questions' },
]
const clips = moments.map(({ start, title }) => ({ '@type': 'Clip', name: title, startOffset: start }))

test.each([
  [
    'key moments',
    script(
      JSON.stringify({ '@type': 'VideoObject', contentUrl: '/film.mp4', hasPart: clips }),
      'application/ld+json',
    ),
  ],
  [
    'markers',
    script(
      'new Plyr({src: "/film.mp4", markers: {points: [{time: 0, label: "Welcome"}, {time: 5, label: "Questions"}]}})',
    ),
  ],
  [
    'clocks',
    script(
      'podlove({src: "/film.mp4", chapters: [{start: "00:00:00", title: "Welcome"}, {start: "00:05,0", title: "Questions"}]})',
    ),
  ],
  [
    'milliseconds',
    script(
      'x({src: "/film.mp4", chapters: [{startMs: 0, title: "Welcome"}, {startMs: 5000, title: "Questions"}]})',
    ),
  ],
])('reads chapters from %s', (_, found) =>
  expect(found).toEqual([item({ media: ['/film.mp4'], chapters: moments })]),
)

test('keeps what belongs to each of two films apart', () => {
  const one = (name: string) => `{file: "/${name}.mp4", tracks: [{file: "/${name}.vtt", kind: "captions"}]}`
  const found = script(`setup({playlist: [${one('a')}, ${one('b')}]})`)
  expect(found.map(({ media, tracks }) => [media, tracks.map(({ link }) => link)])).toEqual([
    [['/a.mp4'], ['/a.vtt']],
    [['/b.mp4'], ['/b.vtt']],
  ])
})

test.each([
  ['tracks', '<video src="/a.mp4"><track src="/a.vtt">'],
  ['objects', '<script>x = {a: "/a.mp4", tracks: [{src: "/a.vtt"}]}</script>'],
  [
    'nested JSON',
    `<script>x = ${JSON.stringify(JSON.stringify({ tracks: JSON.stringify({ src: '/a.vtt{' }) }))}</script>`,
  ],
  ['settings', `<b x='{"tracks":[{"src":"/a.vtt"}]}'>`],
  ['chapters', '<script>x({chapters: [{start: 0}, {start: 1}]})</script>'],
])('reads a page of %s in time that grows with its length', (_, piece) => {
  const work = (length: number) => items(piece.repeat(Math.ceil(length / piece.length)))
  expect(overgrown(work, 1024 ** 2)).toBeNull()
})
