import { expect, test } from 'vitest'
import { extractionSchema, type Rendition } from '#contract/engine/extraction.ts'
import { infoSchema } from '../../../../merger/ytdlp/facts.ts'
import { dump, dumps, made, mapped } from '../../ytdlp/dumps.ts'

const short = ({ id, kind, transport, container, height }: Rendition) =>
  [id, kind, transport, container, height].join(' ')
const shortOf = (name: string) => mapped(dump(name)).renditions.map(short)

test.each(dumps)('maps the recorded result %s to the contract or a Failure', (name) => {
  if (/live|inside|storyboards/.test(name)) expect(() => mapped(dump(name))).toThrow()
  else expect(extractionSchema.parse(mapped(dump(name))).renditions.length).toBeGreaterThan(0)
})

test('counts a file without codecs as video with audio', () => {
  expect(shortOf('direct-mp4')).toEqual(['mp4 both http mp4 '])
  expect(mapped(dump('direct-mp4')).renditions[0]).toMatchObject({ vcodec: null, acodec: null, bound: false })
})

test('recognises an audio file without codecs by its extension', () => {
  expect(shortOf('open-graph-audio')).toEqual(['0 audio http m4a '])
  expect(shortOf('direct-m4a')).toEqual(['fmp4 audio http m4a '])
})

test('has start and end of a linked section, but no duration', () => {
  const info = infoSchema.parse({
    ...infoSchema.parse(dump('youtube')),
    section_start: 29,
    section_end: 39.7,
  })
  expect(mapped({ ...info, duration: 10.7 })).toMatchObject({
    duration: null,
    section: { start: 29, end: 39.7 },
  })
  expect(mapped(dump('youtube')).section).toBe(null)
})

test('names a post of Instagram by the first line of its caption', () => {
  const info = infoSchema.parse(dump('instagram'))
  const titled = (description: string | null) => mapped({ ...info, description }).title
  expect(titled('Ten days in Lisbon\n\n#travel')).toBe('Ten days in Lisbon')
  expect(titled(null)).toBe('Video by maker')
  expect(mapped({ ...info, title: 'A title' }).title).toBe('A title')
})

test('has one rendition without a list of formats', () => {
  const { formats, ...rest } = infoSchema.parse(dump('apple-podcasts'))
  expect(mapped({ ...rest, ...formats?.[0] }).renditions.map(short)).toEqual(['0 audio http mp3 '])
})

test('has all kinds of YouTube renditions, but no storyboards', () => {
  const extraction = mapped(dump('youtube'))
  expect(extraction.renditions.map(short)).toEqual([
    '140 audio http m4a ',
    '251 audio http webm ',
    '134 video http mp4 360',
    '18 both http mp4 360',
    '136 video http mp4 720',
    '247 video http webm 720',
    '137 video http mp4 1080',
  ])
  expect(extraction.renditions.every((rendition) => rendition.bound && rendition.original)).toBe(true)
  expect(extraction.expires_at).toBe(1_999_999_999_000)
})

test.each(['hls', 'hls-nocodecs'])('has no rendition of the kind "both" for %s', (name) => {
  expect(mapped(dump(name)).renditions.map((rendition) => rendition.kind)).toEqual([
    'audio',
    'video',
    'video',
  ])
  expect(new Set(mapped(dump(name)).renditions.map(({ manifest }) => manifest)).size).toBe(1)
  expect(mapped(dump(name)).renditions[0]!.manifest).toMatch(/\.m3u8$/)
  expect(mapped(dump(name)).renditions[0]).toMatchObject({ container: 'm4a', language: 'en' })
})

test('counts an HLS playlist without codecs as video with audio', () => {
  expect(shortOf('hls-plain')).toEqual(['0 both hls mp4 '])
})

test('the link of a DASH rendition is the link of its manifest', () => {
  const { renditions } = mapped(dump('dash'))
  expect(new Set(renditions.map(({ url }) => url))).toEqual(
    new Set(['https://streams.example/dash/manifest.mpd']),
  )
  expect(renditions.map((rendition) => rendition.kind)).toEqual(['audio', 'video', 'video'])
})

test('has the cookie and the Referer for TikTok media (C38)', () => {
  const { renditions } = mapped(dump('tiktok'))
  const video = renditions.find(({ height }) => height === 720)
  expect(video).toMatchObject({
    cookies: 'tt_chain_token=sealed',
    bound: true,
    vcodec: 'h264',
    acodec: 'aac',
  })
  expect(video?.headers).toEqual({ Referer: 'https://www.tiktok.com/@_/video/7000000000000000001' })
  expect(renditions.map(({ id }) => id)).not.toContain('download')
})

test('offers a watermarked file only for lack of others (C11)', () => {
  expect(made([{ format_id: 'download' }], { extractor: 'TikTok' }).renditions).toHaveLength(1)
  expect(
    made([{ format_id: 'download' }, { format_id: 'h264' }], { extractor: 'TikTok' }).renditions.map(
      ({ id }) => id,
    ),
  ).toEqual(['h264'])
})

test('turns a GIF of an X post into a video without audio', () => {
  expect(shortOf('x-gif')).toEqual(['http video http mp4 '])
})

test('drops DRM formats or fails with "drm" (C17)', () => {
  expect(made([{ has_drm: true }, { has_drm: 'maybe' }, {}]).renditions).toHaveLength(2)
  expect(() => made([{ has_drm: true }])).toThrow(expect.objectContaining({ code: 'drm' }))
})

test('formats that cannot be media files are dropped', () => {
  const formats = [
    { ext: 'mhtml' },
    { format_note: 'storyboard' },
    { vcodec: 'none', acodec: 'none' },
    { ext: 'exe' },
    { ext: 'x-scpls' },
    { ext: 'jpg' },
    { protocol: 'rtmp' },
    { protocol: 'websocket_frag' },
    { format_note: 'UNPLAYABLE' },
    { url: 'ftp://a.example/x.mp4' },
    { url: 'https://a.example:8080/x.mp4' },
  ]
  expect(() => made(formats.slice(0, -2))).toThrow(expect.objectContaining({ code: 'stream_only' }))
  expect(made([...formats, { format_id: 'good' }]).renditions.map(({ id }) => id)).toEqual(['good'])
})

test('has the known extension in lower case as `container`', () => {
  const containers = (...exts: string[]) =>
    made(exts.map((ext) => ({ ext }))).renditions.map((one) => one.container)
  expect(containers('MP4', 'M4B', 'avi', 'wmv', 'ogv', 'aiff')).toEqual([
    'mp4',
    'm4b',
    'avi',
    'wmv',
    'ogv',
    'aiff',
  ])
  expect(containers('unknown_video', 'php', 'mp4')).toEqual(['', '', 'mp4'])
  expect(() => made([{ ext: 'php', protocol: 'm3u8' }])).toThrow(
    expect.objectContaining({ code: 'no_media' }),
  )
  expect(made([{ ext: 'M4B', vcodec: null }]).renditions[0]?.kind).toBe('audio')
})

test('sets `original` to false only for dubs', () => {
  const audio = { vcodec: 'none', acodec: 'mp4a.40.2', ext: 'm4a' }
  const original = (formats: object[]) => made(formats).renditions.map((rendition) => rendition.original)
  expect(
    original([
      { ...audio, language: 'de', language_preference: -1 },
      { ...audio, language: 'en', language_preference: 10, format_note: 'medium (original)' },
      { ...audio, language: 'fr', language_preference: 5, format_note: 'medium (default)' },
      { ...audio, language: 'en-desc', language_preference: -10 },
      { ...audio, language_preference: -1 },
    ]),
  ).toEqual([false, true, false, false, true])
  expect(
    original([
      { ...audio, language: 'de', language_preference: -1 },
      { ...audio, language: 'en', language_preference: -1 },
    ]),
  ).toEqual([false, true])
})

test('has an estimated size only without an exact one', () => {
  const { renditions } = made([
    {
      vcodec: 'av01.0.13M.10',
      acodec: 'none',
      dynamic_range: 'HDR10',
      height: 2160,
      tbr: 18_000.5,
      filesize: 10,
      filesize_approx: 11,
    },
    { vcodec: 'avc1.4d401e', acodec: 'mp4a.40.2', filesize_approx: 99.6, dynamic_range: 'SDR' },
  ])
  expect(renditions[0]).toMatchObject({
    hdr: true,
    filesize: 10,
    filesize_approx: null,
    vbr: 18_000.5,
    abr: null,
  })
  expect(renditions[1]).toMatchObject({ hdr: false, filesize: null, filesize_approx: 100 })
})

test('drops headers of a site that only the merger sets', () => {
  const own = ['Range', 'if-range', 'HOST', 'Cookie', 'Accept-Encoding', 'Connection', 'Content-Length']
  const headers = Object.fromEntries(own.map((name) => [name, 'x']))
  const { renditions } = made([{ headers: { ...headers, Referer: 'https://a.example/', 'X-Token': '1' } }])
  expect(renditions[0]?.headers).toEqual({ Referer: 'https://a.example/', 'X-Token': '1' })
})

test.each(['__proto__', 'constructor', 'rtmp'])(
  'a format with the protocol "%s" is not offered',
  (protocol) => {
    const { renditions } = made([{ protocol }, {}])
    expect(renditions.map(({ id }) => id)).toEqual(['1'])
  },
)
test.each([
  ['a link of an ordinary host', {}, {}, false],
  ['a link of a bound extractor', {}, { extractor: 'youtube:tab' }, true],
  ['a link on a host of YouTube', { url: 'https://rr1.googlevideo.com/videoplayback?id=1' }, {}, true],
  ['a link on a host with a similar name', { url: 'https://notgooglevideo.com/v.mp4' }, {}, false],
  ['a link with an address in its query', { url: 'https://a.example/v.mp4?IP=1.2.3.4&sig=x' }, {}, true],
  ['a link with cookies', { cookie: 'session=1' }, {}, true],
] as const)('%s (format %j, info %j) has the field `bound` %s', (_, format, info, bound) => {
  expect(made([format], info).renditions[0]?.bound).toBe(bound)
})

test('has the User-Agent in `user_agent`, not in `headers`', () => {
  const [rendition] = made([{ user_agent: 'Mozilla/5.0 (made up)' }]).renditions
  expect(rendition).toMatchObject({ user_agent: 'Mozilla/5.0 (made up)', headers: {} })
  expect(made([{ user_agent: 'two\r\nlines' }]).renditions[0]?.user_agent).toBe(null)
})

test.each([{ needs_more: true }, { protocol: 'http_dash_segments', ext: 'mp4' }])(
  'drops a format that only yt-dlp can fetch (%o)',
  (format) => {
    expect(made([format, {}]).renditions.map(({ id }) => id)).toEqual(['1'])
    expect(() => made([format])).toThrow(expect.objectContaining({ code: 'unsupported' }))
  },
)

test('has the tags of a song, its square picture and its chapters', () => {
  const found = made([{}], {
    duration: 100,
    track: 'Song ',
    artist: 'Singer',
    track_number: 3,
    artwork: 'https://a.example/square.jpg',
    chapters: [
      { start: 60, title: '' },
      { start: 0, title: 'Intro' },
      { start: 60, title: 'twice' },
      { start: 100, title: 'after the end' },
    ],
  })
  expect(found.song).toMatchObject({ title: 'Song', artist: 'Singer', track: 3, album: null })
  expect(found.artwork).toBe('https://a.example/square.jpg')
  expect(found.chapters).toEqual([
    { start: 0, title: 'Intro' },
    { start: 60, title: 'Chapter 2' },
  ])
  expect(made([{}], { chapters: [{ start: 0, title: 'all of it' }] }).chapters).toEqual([])
  expect(made([{}], { chapters: 'none', artwork: 'http://10.0.0.1/a.jpg' })).toMatchObject({
    chapters: [],
    artwork: null,
  })
})

test('has the subtitles that lead to public links', () => {
  const subtitle = { language: 'en', url: 'https://a.example/en.vtt', headers: { Cookie: 'a', Referer: 'r' } }
  const found = made([{}], { subtitles: [subtitle, { ...subtitle, url: 'http://10.0.0.1/' }] }).subtitles
  expect(found).toEqual([
    { ...subtitle, name: null, automatic: false, headers: { Referer: 'r' }, bound: false },
  ])
  expect(made([{}], { subtitles: 'none' }).subtitles).toEqual([])
})
