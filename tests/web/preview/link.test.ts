import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Format, VideoInfo } from '#contract/api.ts'
import { shareSchema } from '#contract/api.ts'
import { isOwnProxy, kindOf, proxied, readPreview } from '../../../web/preview/link.ts'
import { directLink, previewLink } from '../../../web/preview/write-link.ts'
import { qrLinkOf, sharePayload } from '../../../web/preview/share-payload.ts'
import { posterPath } from '../../../web/preview/poster.ts'

const ORIGIN = 'https://green.example'

const format: Format = {
  url: 'https://cdn.example/v.mp4#g=GRANT',
  label: '1080p',
  ext: 'mp4',
  resolution: '1080p',
  is_audio_only: false,
  has_audio: true,
  tbr: 1740.5,
  abr: 128,
  filesize: 48_200_000,
  key: 'video-1080',
}
const info: VideoInfo = {
  title: 'Coast & sea: 100% "dawn" #1',
  platform: 'vimeo',
  is_podcast: false,
  formats: [format],
  source_url: 'https://vimeo.com/123456789?a=1&b=2',
}

const read = (link: string) => {
  const url = new URL(link, ORIGIN)
  return readPreview(url.search, url.hash, ORIGIN)
}

test('has the grant in its fragment', () => {
  const link = previewLink(info, format, 'coast.mp4')
  const url = new URL(link, ORIGIN)
  expect(url.hash).toBe('#g=GRANT')
  expect(url.search).not.toContain('GRANT')
  expect(link).toContain('filesize=48200000&bitrate=1740.5')
})

test('reads what was written', () => {
  const links = fc.webUrl({ withQueryParameters: true })
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      links,
      fc.nat(),
      fc.boolean(),
      (title, filename, url, filesize, isAudio) => {
        const made = previewLink(
          { ...info, title },
          { ...format, url: `${url}#g=a.b-c_d`, filesize, is_audio_only: isAudio },
          filename,
        )
        const link = read(made)
        expect(link.title).toBe(title.toWellFormed().trim() || 'Untitled')
        expect(link.filename).toBe(filename.toWellFormed())
        expect(link.is_audio).toBe(isAudio)
        expect(link.filesize).toBe(filesize || null)
        expect(link.bitrate).toBe(isAudio ? 128 : 1740.5)
        expect(link.source_url).toBe(info.source_url)
        expect(link.target).toEqual({ kind: 'media', media: { url: new URL(url).href, grant: 'a.b-c_d' } })
      },
    ),
  )
})

test('reads a ticket from url or task_id', () => {
  const carried = read(previewLink(info, { ...format, url: '/api/download/start-merge?task_id=T1' }, 'a.mp4'))
  expect(carried.target).toEqual({ kind: 'ticket', ticket: 'T1' })
  const named = readPreview('?url=x&task_id=T2&video_format_id=137&audio_format_id=140', '', ORIGIN)
  expect(named.target).toEqual({ kind: 'ticket', ticket: 'T2' })
  const absolute = readPreview(
    `?url=${encodeURIComponent(`${ORIGIN}/api/download/start-merge?task_id=T3`)}`,
    '',
    ORIGIN,
  )
  expect(absolute.target).toEqual({ kind: 'ticket', ticket: 'T3' })
})

test('refuses other schemes, user names and our API', () => {
  const hostile = [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://green.example/1',
    'file:///etc/passwd',
    '/api/download/task/abc',
    '/api/download/start-merge',
    `${ORIGIN}/api/config`,
    '//green.example/api/config',
    ' javascript:alert(1)',
    'http://',
    'https://known.example@evil.example/v.mp4',
    'https://user:password@evil.example/v.mp4',
  ]
  for (const url of hostile)
    expect(readPreview(`?url=${encodeURIComponent(url)}`, '', ORIGIN).target, url).toEqual({
      kind: 'refused',
    })
  const foreign = readPreview(
    `?url=${encodeURIComponent('https://evil.example/api/download/start-merge?task_id=T')}`,
    '',
    ORIGIN,
  )
  expect(foreign.target?.kind).toBe('media')
  for (const source of ['javascript:alert(1)', 'https://known.example@evil.example/'])
    expect(readPreview(`?source_url=${encodeURIComponent(source)}`, '', ORIGIN).source_url).toBeNull()
})

const THUMBNAIL = '/api/image-proxy?url=https%3A%2F%2Fi.example%2Fvi%2F1.jpg%3Fa%3D1%26b%3D2&g=PICTURE'

test("puts the thumbnail's grant into the fragment", () => {
  const address = previewLink({ ...info, thumbnail_url: THUMBNAIL }, format, 'coast.mp4')
  expect(new URL(address, ORIGIN).search).not.toContain('PICTURE')
  const link = read(address)
  expect(link.poster).toEqual({ url: 'https://i.example/vi/1.jpg?a=1&b=2', grant: 'PICTURE' })
  expect(posterPath(link.poster!)).toBe(THUMBNAIL)
  const payload = shareSchema.parse(sharePayload(link, ORIGIN))
  expect(payload.thumbnail_url).toBe('https://i.example/vi/1.jpg?a=1&b=2#g=PICTURE')
})

test('works without an invalid thumbnail', () => {
  const hostile: [thumbnail: string, grant: string][] = [
    ['https://evil.example/pixel.gif', ''],
    ['javascript:alert(1)', 'G'],
    ['data:image/svg+xml,<svg onload=alert(1)>', 'G'],
    ['//evil.example/a.jpg', 'G'],
    ['/api/download/task/abc', 'G'],
    [' https://evil.example/a.jpg', 'G'],
    ['https://', 'G'],
    [`https://i.example/${'a'.repeat(2_048)}`, 'G'],
    ['https://i.example/a.jpg', 'G&url=https://evil.example'],
    ['https://i.example/a.jpg', '"><img src=x>'],
  ]
  for (const [thumbnail, grant] of hostile) {
    const search = `?url=${encodeURIComponent('https://cdn.example/v.mp4')}&thumbnail_url=${encodeURIComponent(thumbnail)}`
    const link = readPreview(search, `#tg=${encodeURIComponent(grant)}`, ORIGIN)
    expect(link.poster, thumbnail).toBeNull()
    expect(link.target?.kind, thumbnail).toBe('media')
  }
  for (const thumbnail of ['https://evil.example/a.jpg', `${ORIGIN}${THUMBNAIL}`, '/api/config', '', null])
    expect(read(previewLink({ ...info, thumbnail_url: thumbnail }, format, 'a.mp4')).poster).toBeNull()
})

test("takes a picture's extension for a picture", () => {
  const isPicture = (filename: string) => read(previewLink(info, format, filename)).isPicture
  expect(['a.jpg', 'a.PNG', 'a.webp', 'a.gif', 'a.jpeg', 'a.avif'].map(isPicture)).not.toContain(false)
  expect(['a.mp4', 'a.jpg.mp4', 'gif', '', 'a.m4a'].map(isPicture)).not.toContain(true)
})

test('has no target without parameters', () => {
  expect(readPreview('', '', ORIGIN)).toMatchObject({ title: 'Untitled', target: null })
})

test('proxies a link with name and grant', () => {
  const path = proxied({ url: 'https://cdn.example/v.mp4?a=1&b=2', grant: 'G' }, 'a b.mp4', ORIGIN)
  const query = new URL(path, ORIGIN).searchParams
  expect(Object.fromEntries(query)).toEqual({
    url: 'https://cdn.example/v.mp4?a=1&b=2',
    filename: 'a b.mp4',
    g: 'G',
  })
  const own = proxied({ url: `${ORIGIN}/api/proxied_download?url=x&g=G`, grant: null }, 'a.mp4', ORIGIN)
  expect(own).toBe('/api/proxied_download?url=x&g=G&filename=a.mp4')
})

test('reads the same from a short link', () => {
  const chosen = { clip: { start: 1, end: 2.5 }, with_subtitles: 'de', part: { index: 3, total: 5 } }
  const link = read(previewLink({ ...info, ...chosen }, format, 'coast.mp4'))
  expect(link).toMatchObject({ item: 3, clip: '1-2.5', subtitles: 'de', resolution: '1080p' })
  const payload = shareSchema.parse(sharePayload(link, ORIGIN))
  const query = new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)]))
  expect(readPreview(`?${query}`, '', ORIGIN)).toEqual(link)
})

test('moves a grant between fragment and query', () => {
  const own = { ...format, url: '/api/proxied_download?url=https%3A%2F%2Fcdn.example%2Fv.mp4&g=GRANT' }
  const address = previewLink(info, own, 'coast.mp4')
  expect(new URL(address, ORIGIN).search).not.toContain('GRANT')
  const link = read(address)
  const expected = '/api/proxied_download?url=https%3A%2F%2Fcdn.example%2Fv.mp4'
  expect(link.target?.kind === 'media' && proxied(link.target.media, 'a.mp4', ORIGIN)).toBe(
    `${expected}&filename=a.mp4&g=GRANT`,
  )
  expect(sharePayload(link, ORIGIN)?.url).toBe(`${expected}&g=GRANT`)
})

test('cuts a title at 300 characters', () => {
  const titleOf = (title: string) => readPreview(`?title=${encodeURIComponent(title)}`, '', ORIGIN).title
  expect(titleOf('a'.repeat(300))).toBe('a'.repeat(300))
  expect(titleOf('a'.repeat(301))).toBe(`${'a'.repeat(300)}…`)
})

test('keeps the rest of a fragment', () => {
  const { target } = read(previewLink(info, { ...format, url: 'https://cdn.example/v.mp4#a=1&g=G&b=2' }, 'a'))
  expect(target).toEqual({ kind: 'media', media: { url: 'https://cdn.example/v.mp4#a=1&b=2', grant: 'G' } })
  expect(sharePayload(read('/preview?url=https%3A%2F%2Fcdn.example%2Fv%23a#g=G'), ORIGIN)?.url).toBe(
    'https://cdn.example/v#a&g=G',
  )
})

test('knows our own proxy', () => {
  expect(isOwnProxy(new URL('/api/proxied_download?url=x', ORIGIN), ORIGIN)).toBe(true)
  expect(isOwnProxy(new URL('/api/config', ORIGIN), ORIGIN)).toBe(false)
  expect(isOwnProxy(new URL('https://evil.example/api/proxied_download'), ORIGIN)).toBe(false)
})

test('a format has a direct link only if it needs no merge', () => {
  expect(directLink(format, 'a.mp4', ORIGIN)).toBe(
    '/api/proxied_download?url=https%3A%2F%2Fcdn.example%2Fv.mp4&filename=a.mp4&g=GRANT',
  )
  expect(directLink({ ...format, url: '/api/download/start-merge?task_id=T' }, 'a.mp4', ORIGIN)).toBeNull()
  const own = { url: 'https://cdn.example/v.mp4', grant: null }
  expect(proxied(own, 'a', ORIGIN)).toBe(
    '/api/proxied_download?url=https%3A%2F%2Fcdn.example%2Fv.mp4&filename=a',
  )
})

test('keeps the name and grant of a proxy URL', () => {
  const url = `${ORIGIN}/api/proxied_download?url=x&filename=b.mp4&g=OWN`
  expect(proxied({ url, grant: 'G' }, 'a.mp4', ORIGIN)).toBe(url.slice(ORIGIN.length))
  expect(proxied({ url: `${ORIGIN}/api/proxied_download?url=x`, grant: null }, '', ORIGIN)).toBe(
    '/api/proxied_download?url=x',
  )
})

test('omits unknown values and an empty fragment', () => {
  const bare = {
    ...format,
    url: 'https://cdn.example/v',
    resolution: null,
    filesize: null,
    tbr: null,
    abr: null,
  }
  expect(previewLink({ ...info, title: '' }, bare, '')).toBe(
    `/preview?url=${encodeURIComponent('https://cdn.example/v')}&is_audio=false&source_url=${encodeURIComponent(info.source_url)}`,
  )
  expect(read(previewLink(info, format, 'a')).resolution).toBe('1080p')
})

test('puts flags and task id into the fragment', () => {
  const of = (hash: string) => readPreview('?url=https://cdn.example/v', hash, ORIGIN)
  expect(of('#save=1&renew=1&task=T')).toMatchObject({ saves: true, renews: true, taskId: 'T' })
  expect(of('#save=0&renew=yes')).toMatchObject({ saves: false, renews: false, taskId: null })
  expect(of('save=1').saves).toBe(true)
  expect(qrLinkOf('https://green.example/s/abc', 'a b')).toBe('https://green.example/s/abc#task=a%20b')
})

test('trims the title and drops wrong numbers', () => {
  const of = (query: string) => readPreview(query, '', ORIGIN)
  expect(of('?title=%20a%20').title).toBe('a')
  for (const text of ['', '0', '-1', 'NaN', 'Infinity', 'x'])
    expect(of(`?filesize=${text}&bitrate=${text}`), text).toMatchObject({ filesize: null, bitrate: null })
  expect(of('?filesize=1.5').filesize).toBe(1.5)
  expect(of('?source_url=no+link').source_url).toBeNull()
  expect(of('').source_url).toBeNull()
})

test('needs both format ids for task_id', () => {
  const kind = (query: string) => readPreview(query, '', ORIGIN).target?.kind
  const url = encodeURIComponent('https://cdn.example/v')
  expect(kind(`?url=${url}&task_id=T&video_format_id=1`)).toBe('media')
  expect(kind(`?url=${url}&task_id=T&audio_format_id=1`)).toBe('media')
  expect(kind(`?url=${url}&video_format_id=1&audio_format_id=1`)).toBe('media')
  expect(kind(`?url=${encodeURIComponent('/api/other?task_id=T')}`)).toBe('refused')
  expect(kind(`?url=${encodeURIComponent('//evil.example/api/proxied_download')}`)).toBe('refused')
  expect(kind(`?url=${encodeURIComponent('https://:secret@cdn.example/v')}`)).toBe('refused')
})

test('shares the start of a merge or the media link', () => {
  const of = (query: string) => sharePayload(readPreview(query, '', ORIGIN), ORIGIN)
  expect(of('?task_id=a%2Fb&video_format_id=1&audio_format_id=2')?.url).toBe(
    '/api/download/start-merge?task_id=a%2Fb',
  )
  expect(of(`?url=${encodeURIComponent('https://cdn.example/v')}`)?.url).toBe('https://cdn.example/v')
  expect(of('?url=javascript:alert(1)')).toBeNull()
  expect(of('')).toBeNull()
})

test('contains the number of a list item', () => {
  const link = read(previewLink({ ...info, part: { index: 3, total: 5 } }, format, 'a.mp4'))
  expect(link.item).toBe(3)
  expect(shareSchema.parse(sharePayload(link, ORIGIN))).toMatchObject({ item: 3 })
  const single = read(previewLink({ ...info, part: null }, format, 'a.mp4'))
  expect(single.item).toBeNull()
  expect(sharePayload(single, ORIGIN)).not.toHaveProperty('item')
})

test('ignores an item number out of range', () => {
  const of = (item: string) => readPreview(`?item=${item}`, '', ORIGIN).item
  expect([of('1'), of('2000')]).toEqual([1, 2000])
  for (const item of ['', '0', '-1', '1.5', '2001', 'x']) expect(of(item), item).toBeNull()
})

test.each([
  ['a.mp4', 'MP4'],
  ['a.b.Webm', 'WEBM'],
  ['a.mp4 (1)', ''],
  ['a.m', ''],
  ['a.torrent', ''],
  ['mp4', ''],
])('a file named %s is of the kind %j', (filename, kind) => {
  const link = readPreview(new URLSearchParams({ filename }).toString(), '', 'https://ours.example')
  expect(kindOf(link)).toBe(kind)
})
