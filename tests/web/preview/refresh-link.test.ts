import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Format } from '#contract/api.ts'
import { readPreview } from '../../../web/preview/link.ts'
import { freshPreviewLink, sameFormat } from '../../../web/preview/refresh-link.ts'
import { emptyInfo } from '../../builders.ts'

const video = (height: number, ext: string, key: string): Format => ({
  url: key,
  label: key,
  ext,
  resolution: `${height}p`,
  is_audio_only: false,
  has_audio: true,
  tbr: height,
  key,
})
const formats = [video(1080, 'webm', 'a'), video(1080, 'mp4', 'b'), video(720, 'mp4', 'c')]
const ORIGIN = 'https://green.example'
const linkOf = (query: string) => readPreview(query, '', ORIGIN)

afterEach(() => vi.unstubAllGlobals())

test('prefers the key to the most similar format', () => {
  const link = linkOf('?filename=x.mp4&resolution=1080p&is_audio=false')
  expect(sameFormat(formats, 'c', link)?.key).toBe('c')
  expect(sameFormat(formats, 'unknown', link)?.key).toBe('b')
})

test('takes only the same height and kind', () => {
  expect(sameFormat(formats, null, linkOf('?filename=x.mp4&resolution=480p'))).toBeNull()
  expect(sameFormat(formats, null, linkOf('?filename=x.mp3&is_audio=true'))).toBeNull()
})

test('prefers extension, then sound, then bitrate', () => {
  const silent = { ...video(720, 'mp4', 'silent'), has_audio: false, tbr: 1_000 }
  const near = { ...video(720, 'webm', 'near'), tbr: 1_000 }
  const far = { ...video(720, 'webm', 'far'), tbr: 1_900 }
  const low = { ...video(720, 'webm', 'low'), tbr: 700 }
  const of = (list: Format[], query: string) => sameFormat(list, null, linkOf(query))?.key
  const link = '?filename=x.MP4&resolution=720&bitrate=1000'
  expect(of([near, silent], link)).toBe('silent')
  expect(of([{ ...silent, ext: 'webm' }, far], link)).toBe('far')
  expect(of([far, near, low], link)).toBe('near')
  expect(of([far, low], link)).toBe('low')
  expect(of([{ ...far, tbr: null }, far], link)).toBe('far')
})

test('matches formats of unknown height', () => {
  const unknown = { ...video(0, 'mp4', 'unknown'), resolution: null }
  expect(sameFormat([unknown], null, linkOf('?filename=x'))?.key).toBe('unknown')
  expect(sameFormat(formats, null, linkOf('?filename=x.mp4'))).toBeNull()
  const picture = { ...unknown, key: 'picture', resolution: '2048 × 1365' }
  expect(sameFormat([picture], null, linkOf('?resolution=2048+×+1365'))?.key).toBe('picture')
})

test('ignores heights for audio', () => {
  const audio = { ...video(720, 'mp3', 'audio'), is_audio_only: true }
  expect(sameFormat([formats[0]!, audio], null, linkOf('?filename=x.mp3&is_audio=true'))?.key).toBe('audio')
})

test.each([
  ['the item number of the link', '&item=3', { item: 3 }],
  ['no item number if the link has none', '', {}],
  ['no item number if the number in the link is too high', '&item=2001', {}],
])('asks for a new extraction with %s', async (_, query, expected) => {
  const bodies: Record<string, unknown>[] = []
  vi.stubGlobal('screen', { width: 1, height: 1 })
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body) as Record<string, unknown>)
    return Promise.resolve(Response.json({ ...emptyInfo, formats, part: { index: 3, total: 5 } }))
  })
  const source = encodeURIComponent('https://www.youtube.com/playlist?list=PL1')
  const link = linkOf(`?filename=x.mp4&resolution=720p&source_url=${source}${query}`)
  const fresh = await freshPreviewLink(link, null, ORIGIN, new AbortController().signal)
  const { browser_fingerprint: _fingerprint, ...sent } = bodies[0]!
  expect(sent).toEqual({
    tweet_url: 'https://www.youtube.com/playlist?list=PL1',
    user_consent: false,
    ...expected,
  })
  expect(linkOf(new URL(fresh, ORIGIN).search).item).toBe(3)
})

describe('renewing the preview link of a list item', () => {
  let titles: string[]
  const source = encodeURIComponent('https://podcast.test/feed.xml')
  const linkTo = (title: string, item: number) =>
    linkOf(
      `?filename=x.mp4&resolution=720p&source_url=${source}&item=${item}&title=${encodeURIComponent(title)}`,
    )
  /** The item number in each request for an extraction, in the order of the requests. */
  let requested: (number | undefined)[]

  beforeEach(() => {
    requested = []
    titles = ['Episode 4', 'Episode 3', 'Episode 2']
    vi.stubGlobal('screen', { width: 1, height: 1 })
    vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
      const { item } = JSON.parse(body) as { item?: number }
      requested.push(item)
      const index = item ?? 1
      const all = titles.map((title, at) => ({ index: at + 1, kind: null, title, duration: null }))
      const entries = all.length > 1 ? all : undefined
      const part = { index, total: titles.length }
      return Promise.resolve(
        Response.json({ ...emptyInfo, title: titles[index - 1], formats, part, entries }),
      )
    })
  })
  const refreshed = async (link: ReturnType<typeof linkTo>) => {
    const fresh = await freshPreviewLink(link, null, ORIGIN, new AbortController().signal)
    const { title, item } = linkOf(new URL(fresh, ORIGIN).search)
    return { title, item }
  }

  test('finds the same list item', async () => {
    expect(await refreshed(linkTo('Episode 3', 2))).toEqual({ title: 'Episode 3', item: 2 })
    expect(requested).toEqual([2])
  })

  test('finds a list item that has moved', async () => {
    expect(await refreshed(linkTo('Episode 3', 1))).toEqual({ title: 'Episode 3', item: 2 })
    expect(requested).toEqual([1, 2])
  })

  test('fails with item_moved for a lost item', async () => {
    await expect(refreshed(linkTo('Episode 1', 3))).rejects.toMatchObject({ code: 'item_moved' })
    expect(requested).toEqual([3])
  })

  test('fails with item_moved without a list', async () => {
    titles = ['Episode 4']
    await expect(refreshed(linkTo('Episode 3', 1))).rejects.toMatchObject({ code: 'item_moved' })
  })
})

test('fails with format_gone without a match', async () => {
  vi.stubGlobal('screen', { width: 1, height: 1 })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ...emptyInfo, formats })))
  const renew = (query: string) =>
    freshPreviewLink(linkOf(query), null, ORIGIN, new AbortController().signal).then(() => 'renewed')
  const source = encodeURIComponent('https://media.test/v')
  await expect(renew('?filename=x.mp4&resolution=720p')).rejects.toMatchObject({ code: 'stale' })
  await expect(renew(`?filename=x.mp4&resolution=480p&source_url=${source}`)).rejects.toMatchObject({
    code: 'format_gone',
  })
  expect(await renew(`?filename=x.mp4&resolution=720p&source_url=${source}`)).toBe('renewed')
})
