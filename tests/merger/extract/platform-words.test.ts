import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueOf } from '#contract/catalogue/catalogue.ts'
import { factsOf } from '#contract/catalogue/row-facts.ts'
import { extract, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

describeSealed('what the page of a platform says holds on its site', () => {
  let merger: Merger
  beforeAll(async () => {
    merger = await startMerger()
  })
  afterAll(() => merger.close())

  async function rowsOf(link: string) {
    const rows = catalogueOf(await extract(merger, link)).rows.filter(({ group }) => group === 'both')
    return rows.map(({ height, codec, ext }) => `${height} ${codec} ${ext}`)
  }

  test.each([
    ['YouTube (C67)', 'https://youtu.be/fourkvideo0', '2160 vp9 webm'],
    ['Vimeo (C68)', 'https://player.vimeo.com/video/200000160', '2160 avc1 mp4'],
    ['Xiaohongshu (C69)', 'https://www.xiaohongshu.com/explore/64a0000000000000000000a4', '2160 avc1 mp4'],
  ])('lists 2160p of %s first', async (_, link, first) => {
    const rows = await rowsOf(link)
    expect(rows[0]).toBe(first)
    expect(rows.some((row) => /hvc1/.test(row))).toBe(false)
  })

  test.each([
    ['YouTube (C72)', 'https://youtu.be/sealedvid00'],
    ['TikTok (C73)', 'https://www.tiktok.com/@_/video/7000000000000000008'],
    ['Twitter/X (C74)', 'https://x.com/maker/status/1012'],
    ['Instagram (C75)', 'https://www.instagram.com/p/SealedPost7/'],
    ['Vimeo (C76)', 'https://player.vimeo.com/video/200000001'],
    ['Xiaohongshu (C77)', 'https://www.xiaohongshu.com/explore/64a0000000000000000000a4'],
  ])('lists 1080p of %s', async (_, link) => {
    expect(await rowsOf(link)).toContain('1080 avc1 mp4')
  })

  test('lists 720p of Facebook (C78)', async () => {
    const rows = await rowsOf('https://www.facebook.com/watch/?v=3000000001')
    expect(rows.some((row) => row.startsWith('720 '))).toBe(true)
  })

  test.each([
    'https://www.facebook.com/share/v/1AbCdEfGhI/',
    'https://fb.watch/abcDEF123/',
    'https://vt.tiktok.com/ZSealed/',
    'https://b23.tv/sealed1',
    'https://xhslink.com/a/AbCdEf12345',
    'https://on.soundcloud.com/AbCdE12345',
    'https://t.co/AbCdEf1234',
  ])('the short link %s of an app leads to media (C81)', async (link) => {
    expect((await extract(merger, link)).renditions.length).toBeGreaterThan(0)
  })

  test.each([
    ['Apple Podcasts (C82)', 'https://podcasts.apple.com/us/podcast/made-up/id1?i=1000'],
    ['Player.FM (C83)', 'https://player.fm/series/made-up/episode'],
    ['TuneIn (C84)', 'https://tunein.com/podcasts/News/Made-up-Show-p100/?topicId=101'],
    ['Castbox (C85)', 'https://castbox.fm/episode/made-up-id1-id2'],
    ['Xiaoyuzhou (C86)', 'https://www.xiaoyuzhoufm.com/episode/64a0000000000000000000b1'],
    ['SoundCloud (C87)', 'https://soundcloud.com/maker/tone'],
  ])('lists originals of %s first, then four MP3 rates', async (_, link) => {
    const { rows } = catalogueOf(await extract(merger, link))
    const made = rows.filter(({ converted }) => converted)
    expect(rows.slice(-made.length)).toEqual(made)
    expect(made.slice(0, 4).map(({ ext, abr }) => `${ext} ${abr}`)).toEqual([
      'mp3 320',
      'mp3 256',
      'mp3 192',
      'mp3 128',
    ])
    expect(rows.length).toBeGreaterThan(made.length)
  })

  test('an episode of Player.FM has its exact size (C88)', async () => {
    const [original] = catalogueOf(await extract(merger, 'https://player.fm/series/made-up/episode')).rows
    expect([original?.filesize, original?.about]).toEqual([expect.any(Number), undefined])
  })

  test('finds the subtitles of a YouTube video (C89)', async () => {
    const { subtitles } = await extract(merger, 'https://youtu.be/captionvid0')
    expect(subtitles?.map(({ language }) => language)).toEqual(['en', 'de'])
  })

  test('lists neither comments nor subtitles of a Bilibili video (C112)', async () => {
    const { subtitles } = await extract(merger, 'https://www.bilibili.com/video/BV1xx411c7mD')
    expect(subtitles ?? []).toEqual([])
  })

  test('lists a TikTok size as H.264 if it is also HEVC (C70)', async () => {
    const rows = await rowsOf('https://www.tiktok.com/@_/video/7000000000000000008')
    expect(rows.filter((row) => row.startsWith('720'))).toEqual(['720 avc1 mp4'])
  })

  test.each([
    ['TikTok (C91)', 'https://www.tiktok.com/@_/video/7000000000000000008'],
    ['Xiaohongshu (C92)', 'https://www.xiaohongshu.com/explore/64a0000000000000000000a4'],
  ])('lists each file of %s once, whatever its mirrors', async (_, link) => {
    const rows = await rowsOf(link)
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows).size).toBe(rows.length)
  })

  test('takes no TikTok file with a watermark (C93)', async () => {
    const { renditions } = await extract(merger, 'https://www.tiktok.com/@_/video/7000000000000000001')
    expect(renditions.map(({ id }) => id)).not.toContain('download')
  })

  test('hands out no media of Instagram without our server (C115)', async () => {
    const { renditions } = await extract(merger, 'https://www.instagram.com/p/SealedPost7/')
    const isOpen = ({ bound, headers }: (typeof renditions)[number]) =>
      !bound && Object.keys(headers).length === 0
    expect(renditions.filter(isOpen)).toEqual([])
  })

  test('keeps a reel of Instagram upright (C94)', async () => {
    const { renditions } = await extract(merger, 'https://www.instagram.com/p/SealedPost7/')
    expect(renditions).toContainEqual(expect.objectContaining({ width: 1_080, height: 1_920 }))
  })

  test('lists the sound of a YouTube video as it is and as MP3 (C95)', async () => {
    const { rows } = catalogueOf(await extract(merger, 'https://youtu.be/fourkvideo0'))
    const sounds = rows.filter(({ group }) => group === 'audio')
    expect(sounds.map(({ ext, converted }) => `${ext}${converted ? ' made' : ''}`)).toEqual([
      'm4a',
      'webm',
      'opus',
      ...Array.from({ length: 4 }, () => 'mp3 made'),
      'flac made',
      'wav made',
    ])
  })

  test('notes HDR and the frame rate of a YouTube video (C96)', async () => {
    const { rows } = catalogueOf(await extract(merger, 'https://youtu.be/hdrvideo000'))
    expect(rows[0]).toMatchObject({ height: 2_160 })
    expect(factsOf(rows[0]!).slice(0, 2)).toEqual([{ text: 'HDR' }, { text: '60 fps' }])
  })

  test.each([
    ['Apple Podcasts (C97)', 'https://podcasts.apple.com/us/podcast/made-up/id1?i=1000'],
    ['TuneIn (C98)', 'https://tunein.com/podcasts/News/Made-up-Show-p100/?topicId=101'],
  ])('knows show, date and cover of an episode of %s', async (_, link) => {
    expect(await extract(merger, link)).toMatchObject({
      series: expect.any(String) as string,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      thumbnail: expect.stringMatching(/^https:/) as string,
    })
  })

  test('knows author and cover of an episode of Player.FM (C99)', async () => {
    expect(await extract(merger, 'https://player.fm/series/made-up/episode')).toMatchObject({
      uploader: 'Maker',
      thumbnail: 'https://imagehost.player.fm/cover.jpg',
    })
  })

  test.each([
    ['Apple Podcasts (C101)', 'https://podcasts.apple.com/us/podcast/made-up/id1?i=1001'],
    ['Castbox (C102)', 'https://castbox.fm/episode/made-up-id1-id5'],
    ['Player.FM (C103)', 'https://player.fm/series/made-up/paid'],
    ['TuneIn (C104)', 'https://tunein.com/podcasts/News/Made-up-Show-p100/?topicId=103'],
  ])('refuses an episode of %s that has no public file', async (_, link) => {
    await expect(extract(merger, link)).rejects.toThrow('"no_media"')
  })

  test.each([
    ['Apple Podcasts (C106)', 'https://podcasts.apple.com/us/podcast/made-up/id1?i=1002', 'drm'],
    ['Castbox (C107)', 'https://castbox.fm/episode/made-up-id1-id6', 'no_media'],
    ['Player.FM (C108)', 'https://player.fm/series/made-up/locked', 'drm'],
    ['TuneIn (C109)', 'https://tunein.com/podcasts/News/Made-up-Show-p100/?topicId=104', 'drm'],
  ])('refuses an episode of %s that has DRM', async (_, link, code) => {
    await expect(extract(merger, link)).rejects.toThrow(`"${code}"`)
  })

  test('a live video of Facebook that has ended leads to media (C105)', async () => {
    const { renditions } = await extract(merger, 'https://www.facebook.com/watch/live/?v=3000000004')
    expect(renditions.length).toBeGreaterThan(0)
  })

  test('lists 480p of Bilibili as H.264 among three codecs (C71)', async () => {
    expect(await rowsOf('https://www.bilibili.com/video/BV1codecs000')).toEqual(['480 avc1 mp4'])
  })
})
