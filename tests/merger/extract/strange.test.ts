import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeEventSchema, type MergeEvent } from '#contract/engine/merge.ts'
import { watchLog } from '../../internet/log.ts'
import { extract, failureFor, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

const ODD = 'https://odd.example'

describeSealed('unusual links give media or the right code', () => {
  let merger: Merger
  beforeAll(async () => {
    merger = await startMerger()
  })
  afterAll(() => merger.close())

  test.each([
    ['IMG_0001.MP4', { kind: 'both', container: 'mp4', height: 360 }],
    ['get.php', { kind: 'both', container: 'mp4', height: 360 }],
    ['attachment', { kind: 'both', container: 'mp4', height: 360 }],
    ['attachment-by-bytes', { kind: 'both', container: 'mp4', height: 360 }],
    ['book.m4b', { kind: 'audio', container: 'm4b' }],
    ['plays-no-name', { kind: 'both', container: 'mp4', height: 360 }],
  ])('the probe finds container and tracks of the file %s', async (name, facts) => {
    const { renditions, duration } = await extract(merger, `${ODD}/${name}`)
    expect(renditions).toEqual([expect.objectContaining(facts)])
    expect(duration).toBeCloseTo(12, 0)
  })

  test('offers an AVI file unchanged and its audio as MP3', async () => {
    const link = 'https://cdn.example/clip.avi'
    const { renditions } = await extract(merger, link)
    expect(renditions).toEqual([expect.objectContaining({ kind: 'both', container: 'avi' })])
    const { id, kind, height, container, language } = renditions[0]!
    const audio = { id, kind, height, container, language, codec: null }
    const request = {
      v: 1,
      task: 'avi',
      attempt: 1,
      plan: { source_url: link, video: null, audio, container: 'mp3', kbps: 128 },
    }
    const started = await fetch(`${merger.origin}/merges`, { method: 'POST', body: JSON.stringify(request) })
    expect(started.ok).toBe(true)
    const events = await fetch(`${merger.origin}/merges/avi.1/events`)
    let last: MergeEvent | undefined
    for await (const line of createInterface({ input: Readable.fromWeb(events.body! as NodeStream) })) {
      last = mergeEventSchema.parse(JSON.parse(line))
      if (last.proof || last.failed) break
    }
    expect(last).toMatchObject({ proof: { container: 'mp3', audio_codec: 'mp3' } })
    expect(last?.proof?.duration).toBeCloseTo(12, 0)
    await fetch(`${merger.origin}/merges/avi.1`, { method: 'DELETE' })
  })

  test.each([
    ['empty.mp4', 'no_media'],
    ['page.mp4', 'no_media'],
    ['leaflet', 'no_media'],
    ['words.m3u8', 'no_media'],
    ['plays-gone', 'removed'],
    ['status/402', 'paid'],
    ['status/408', 'timeout'],
    ['status/530', 'unreachable'],
    ['licence.m3u8', 'drm'],
    ['licence/media.m3u8', 'drm'],
    ['early-licence.m3u8', 'drm'],
    ['shows/private', 'private'],
    ['plays-memory', 'unsupported'],
    ['shows/flash', 'unsupported'],
    ['shows/look-alike', 'unsupported'],
    ['shows/inside', 'unsupported'],
  ])('the extraction of the unusual link %s fails with %s', async (name, code) => {
    const since = watchLog()
    expect(await failureFor(merger, `${ODD}/${name}`)).toBe(code)
    expect(since().intrusions).toEqual([])
  })

  test.each([
    ['shows/tweet', 'twitter', 'https://x.com/i/status/1001'],
    ['shows/tiktok', 'TikTok', 'https://www.tiktok.com/@_/video/7000000000000000001'],
    ['shows/facebook', 'facebook', 'https://www.facebook.com/watch/?v=3000000001'],
    ['described/player', 'youtube', 'https://www.youtube.com/watch?v=sealedvid00'],
    ['shows/player', 'html5', `${ODD}/plays-no-name`],
    ['described/episode', 'generic', `${ODD}/described/episode`],
  ])('extracts the media embedded in the page %s', async (name, extractor, source) => {
    const extraction = await extract(merger, `${ODD}/${name}`)
    expect(extraction).toMatchObject({ extractor, source_url: source })
    expect(extraction.renditions.length).toBeGreaterThan(0)
  })

  test.each([
    ['post-first', 'Heard'],
    ['leaflet-first', 'Heard'],
    ['relative', 'Heard'],
    ['media', 'Heard'],
    ['oldest-first', 'Heard'],
    ['sloppy', 'Tom & Jerry, café & bold'],
    ['latin', 'Café'],
    ['many', 'Episode 0'],
    ['atom', 'Heard'],
    ['atom-links', 'Heard'],
  ])('extracts the newest episode with media of %s.xml', async (name, title) => {
    const extraction = await extract(merger, `${ODD}/${name}.xml`)
    expect(extraction).toMatchObject({ extractor: 'feed', title, series: 'Made-up Show', uploader: 'Maker' })
    expect(extraction.thumbnail).toBe('https://cdn.example/cover.jpg')
    expect(extraction.renditions).toEqual([expect.objectContaining({ kind: 'audio', container: 'mp3' })])
  })

  test('gives the newest episode number 1 in any order of a feed', async () => {
    const feed = `${ODD}/oldest-first.xml`
    const [first, second, third] = [
      await extract(merger, feed),
      await extract(merger, feed, 2),
      await extract(merger, feed, 3),
    ]
    expect([first.title, second.title, third.title]).toEqual(['Heard', 'Older', 'Old'])
    expect(first.part).toEqual({ index: 1, total: 3 })
  })

  test('the description of an episode contains no HTML', async () => {
    expect((await extract(merger, `${ODD}/notes.xml`)).description).toBe('Tom & Jerry')
  })

  test('computes the bitrate from the length of the file, not of the feed', async () => {
    const { renditions, duration } = await extract(merger, `${ODD}/lying.xml`)
    expect(duration).toBeCloseTo(12, 0)
    expect(renditions[0]?.tbr).toBeGreaterThan(30)
    expect(renditions[0]?.traits).toEqual([])
  })

  test('extracts the whole file behind DASH byte ranges', async () => {
    const { renditions, duration } = await extract(merger, `${ODD}/ranges.mpd`)
    const url = 'https://cdn.example/fragmented.mp4'
    expect(renditions).toEqual([expect.objectContaining({ transport: 'http', url, height: 1_080 })])
    expect(duration).toBe(12)
  })

  test('reads a DASH film of single files by its manifest, with the main sound as original', async () => {
    const { renditions, duration } = await extract(merger, `${ODD}/periods.mpd`)
    expect(renditions.map(({ id, transport, original }) => [id, transport, original])).toEqual([
      ['sound-de', 'dash', false],
      ['sound-en', 'dash', true],
    ])
    expect(duration).toBe(20)
  })

  test('lists the rows of a DASH manifest without its segments', async () => {
    const { renditions } = await extract(merger, `${ODD}/endless.mpd`)
    expect(renditions).toEqual([expect.objectContaining({ id: 'v', transport: 'dash' })])
  })

  test.each([
    ['a broadcast that has ended', 'ended.mpd', 12],
    ['a playlist of type VOD without an end', 'no-end.m3u8', 8],
    ['a playlist without lengths', 'no-length.m3u8', null],
    ['a playlist with a byte order mark', 'mark.m3u8', 4],
    ['a playlist whose lines end with CR', 'cr.m3u8', 4],
  ])('extracts %s', async (_, name, seconds) => {
    const { renditions, duration } = await extract(merger, `${ODD}/${name}`)
    expect([renditions.length, duration]).toEqual([1, seconds])
  })

  test.each(['pictures', 'loop'])('refuses the playlist %s.m3u8, which holds no film', async (name) => {
    expect(await failureFor(merger, `${ODD}/${name}.m3u8`)).toBe('no_media')
  })

  test('takes the default audio language as the original', async () => {
    const { renditions } = await extract(merger, `${ODD}/tongues.m3u8`)
    const audio = renditions.filter(({ kind }) => kind === 'audio')
    expect(Object.fromEntries(audio.map(({ language, original }) => [language, original]))).toEqual({
      de: false,
      en: true,
      fr: false,
    })
  })

  test('takes the first language of a manifest without roles, and no layer of a picture', async () => {
    const { renditions } = await extract(merger, `${ODD}/first-tongue.mpd`)
    expect(
      renditions
        .map(({ id, original }) => [id, original])
        .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['sound-en', true],
      ['sound-es', false],
      ['v', true],
    ])
  })

  test('extracts an HLS playlist with a plain AES-128 key', async () => {
    expect((await extract(merger, `${ODD}/open-key.m3u8`)).renditions).toHaveLength(1)
  })

  test('extracts clear segments behind a session key of DRM', async () => {
    expect((await extract(merger, `${ODD}/early-key.m3u8`)).renditions).toHaveLength(1)
  })

  test('the duration of a DASH manifest is the sum of its segments', async () => {
    expect((await extract(merger, 'https://streams.example/dash/manifest.mpd')).duration).toBeCloseTo(12, 0)
  })

  test('removes bidirectional characters from a page title', async () => {
    expect((await extract(merger, `${ODD}/turning`)).title).toBe('evil name')
  })
})
