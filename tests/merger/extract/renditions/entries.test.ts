import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Extraction } from '#contract/engine/extraction.ts'
import { watchLog } from '../../../internet/log.ts'
import { extract, failureFor, startMerger, type Merger } from '../../rig.ts'
import { describeSealed } from '../../../sealed.ts'

const kinds = ({ entries = [] }: Extraction) => entries.map(({ index, kind }) => `${index} ${kind}`)

describeSealed('an extraction lists the items of a link', () => {
  let merger: Merger
  beforeAll(async () => {
    merger = await startMerger()
  })
  afterAll(() => merger.close())

  test('lists an Instagram carousel and extracts its first video (C66)', async () => {
    const found = await extract(merger, 'https://www.instagram.com/p/SealedPost3/')
    expect(kinds(found)).toEqual(['1 image', '2 video', '3 image', '4 video'])
    expect(found.part).toEqual({ index: 2, total: 4 })
    expect(found.renditions.map(({ kind, container }) => `${kind} ${container}`)).toEqual([
      'both mp4',
      'both mp4',
    ])
    expect(found.entries?.[0]).toMatchObject({
      thumbnail: 'https://scontent.cdninstagram.com/3000000000000000011-small.jpg',
      picture: {
        url: 'https://scontent.cdninstagram.com/3000000000000000011.jpg',
        ext: 'jpg',
        width: 1_280,
        height: 720,
        bound: true,
      },
    })
    expect(found.entries?.[1]).toMatchObject({ duration: 12 })
  })

  test('offers only the largest size of a carousel picture', async () => {
    const found = await extract(merger, 'https://www.instagram.com/p/SealedPost3/', 3)
    expect(found.part).toEqual({ index: 3, total: 4 })
    expect(found.renditions).toHaveLength(1)
    expect(found.renditions[0]).toMatchObject({
      kind: 'video',
      container: 'jpg',
      width: 1_280,
      height: 720,
      url: 'https://scontent.cdninstagram.com/3000000000000000013.jpg',
    })
  })

  test('lists the pictures of a carousel, but no single one (C57)', async () => {
    const found = await extract(merger, 'https://www.instagram.com/p/SealedPost4/')
    expect(kinds(found)).toEqual(['1 image', '2 image', '3 image'])
    expect(found.part).toEqual({ index: 1, total: 3 })
    const single = await extract(merger, 'https://www.instagram.com/p/SealedPost5/')
    expect(single.entries).toBeUndefined()
    expect(single.renditions.map(({ container }) => container)).toEqual(['jpg'])
  })

  test('lists the pictures and the song of a TikTok slideshow (C55)', async () => {
    const link = 'https://www.tiktok.com/@_/video/7000000000000000007'
    const found = await extract(merger, link)
    expect(kinds(found)).toEqual(['1 image', '2 image', '3 audio'])
    expect(found.renditions.map(({ url }) => url)).toEqual(['https://p16.tiktokcdn.com/one.jpeg'])
    const song = await extract(merger, link, 3)
    expect(song.renditions.map(({ kind, container }) => `${kind} ${container}`)).toEqual(['audio mp3'])
  })

  test('lists the larger pictures of a Xiaohongshu note (C56)', async () => {
    const found = await extract(merger, 'https://www.xiaohongshu.com/explore/64a0000000000000000000a2')
    expect(kinds(found)).toEqual(['1 image', '2 image', '3 image'])
    expect(found.entries?.[1]?.picture).toMatchObject({ width: 1_280, height: 720 })
    expect(found.entries?.[1]?.picture?.url).toContain('two.jpg!nd_dft')
  })

  test('lists the mixed items of an X post in their order', async () => {
    const link = 'https://x.com/maker/status/1011'
    const found = await extract(merger, link)
    expect(kinds(found)).toEqual(['1 image', '2 video', '3 image', '4 video'])
    expect(found.part).toEqual({ index: 2, total: 4 })
    expect(found.renditions.some(({ url }) => url.includes('/910/'))).toBe(true)
    const third = await extract(merger, link, 3)
    expect(third.renditions.map(({ url }) => url)).toEqual(['https://pbs.twimg.com/media/911.jpg?name=orig'])
    const fourth = await extract(merger, link, 4)
    expect(fourth.renditions.map(({ url }) => url)).toEqual(['https://video.twimg.com/tweet_video/912.mp4'])
  })

  test('lists two videos or two pictures of an X post', async () => {
    expect(kinds(await extract(merger, 'https://x.com/maker/status/1004'))).toEqual(['1 video', '2 video'])
    expect(await extract(merger, 'https://x.com/maker/status/1004', 2)).toMatchObject({
      list_title: 'Maker - A made-up post',
      title: 'Maker - A made-up post #2',
    })
    const pictures = await extract(merger, 'https://x.com/maker/status/1009')
    expect(kinds(pictures)).toEqual(['1 image', '2 image'])
    expect(pictures.entries?.[1]?.picture?.url).toBe('https://pbs.twimg.com/media/906.jpg?name=orig')
  })

  test('a Bilibili video with several episodes lists its episodes (C65)', async () => {
    const found = await extract(merger, 'https://www.bilibili.com/video/BV1episodes0')
    expect(kinds(found)).toEqual(['1 video', '2 video', '3 video'])
    expect(found.part).toEqual({ index: 1, total: 3 })
  })

  test.each([
    ['a Bilibili video', 'https://www.bilibili.com/video/BV1episodes0', 1],
    ['a short link to a Bilibili video', 'https://b23.tv/episodes', 1],
    ['a short link to the second episode of a Bilibili video', 'https://b23.tv/second', 2],
  ])('returns the linked episode of %s, or item 3 on request', async (_, link, first) => {
    const found = await extract(merger, link)
    expect(found.part).toEqual({ index: first, total: 3 })
    expect(found.title).toContain(`Episode ${first}`)
    const third = await extract(merger, link, 3)
    expect(third.part).toEqual({ index: 3, total: 3 })
    expect(third.title).toContain('Episode 3')
    expect(third.led_to).toMatch(/\/BV1episodes0\?(.*&)?p=3\b/)
  })

  test('lists the tracks of a SoundCloud set with titles (C61)', async () => {
    const link = 'https://soundcloud.com/maker/sets/tones'
    const found = await extract(merger, link)
    expect(kinds(found)).toEqual(['1 audio', '2 audio', '3 audio'])
    expect(found.entries?.map(({ title }) => title)).toEqual(['A low tone', 'Tone', 'Track 8'])
    expect(found.entries?.[1]).toMatchObject({
      duration: 12,
      thumbnail: expect.stringContaining('sndcdn.com'),
    })
    const second = await extract(merger, link, 2)
    expect(second.part).toEqual({ index: 2, total: 3 })
    expect(second.renditions.every(({ kind }) => kind === 'audio')).toBe(true)
  })

  test('extracts the first video of a listed YouTube playlist (C59)', async () => {
    const link = 'https://www.youtube.com/playlist?list=PLsealed00000'
    const found = await extract(merger, link)
    expect(kinds(found)).toEqual(['1 video', '2 video', '3 video'])
    expect(found.part?.index).toBe(2)
    expect(found.entries?.[2]).toMatchObject({ title: 'عنوان الثالث', duration: 12 })
    expect((await extract(merger, link, 3)).part?.index).toBe(3)
    expect(await failureFor(merger, link, 1)).toBe('private')
  })

  test('skips four private videos of a YouTube playlist', async () => {
    const link = 'https://www.youtube.com/playlist?list=PLprivate0000'
    const found = await extract(merger, link)
    expect(found).toMatchObject({ failed: 'private', renditions: [], title: 'A made-up playlist' })
    expect(found.part).toEqual({ index: 3, total: 5 })
    expect(kinds(found)).toEqual(['1 video', '2 video', '3 video', '4 video', '5 video'])
    expect((await extract(merger, link, 5)).renditions.length).toBeGreaterThan(0)
    expect(await failureFor(merger, link, 4)).toBe('private')
  })

  test('lists only the first page of a long YouTube playlist', async () => {
    const since = watchLog()
    const found = await extract(merger, 'https://www.youtube.com/playlist?list=PLlonglist000')
    const lists = ['/playlist', '/youtubei/v1/browse']
    const listRequests = since().requests.filter(({ path }) => lists.includes(path))
    expect(found.entries).toHaveLength(100)
    expect(found.part).toEqual({ index: 1, total: null })
    expect(listRequests.map(({ path }) => path)).toEqual(['/playlist'])
  })

  test('lists the 100 newest episodes of an Apple Podcasts show (C62)', async () => {
    const link = 'https://podcasts.apple.com/us/podcast/id1'
    const found = await extract(merger, link)
    expect(found.title).toBe('Episode 250')
    expect(found.entries).toHaveLength(100)
    expect(found.entries?.[2]).toMatchObject({ kind: 'audio', title: 'Episode 248', duration: 12 })
    expect(found.part).toEqual({ index: 1, total: 250 })
    const later = await extract(merger, link, 150)
    expect(later.title).toBe('Episode 101')
    expect(later.entries?.[0]).toMatchObject({ index: 101, title: 'Episode 150' })
    expect(await failureFor(merger, link, 201)).toBe('no_media')
    expect(await failureFor(merger, 'https://podcasts.apple.com/us/podcast/id404')).toBe('removed')
  })

  test('lists the episodes of a TuneIn show with durations (C63)', async () => {
    const link = 'https://tunein.com/podcasts/News/Made-up-Show-p100/'
    const found = await extract(merger, link)
    expect(kinds(found)).toEqual(['1 audio', '2 audio'])
    expect(found.entries?.[1]).toMatchObject({ title: 'The one before', duration: 12 })
    expect((await extract(merger, link, 2)).title).toBe('The one before')
  })

  test('skips the removed first video of a Vimeo showcase (C60)', async () => {
    const link = 'https://vimeo.com/showcase/3000001'
    const found = await extract(merger, link)
    expect(found.entries?.map(({ title }) => title)).toEqual(['Gone', 'Waves', '日本語の題名'])
    expect(found.part?.index).toBe(2)
    expect((await extract(merger, link, 3)).part?.index).toBe(3)
    expect(await failureFor(merger, 'https://vimeo.com/showcase/3000002')).toBe('paid')
  })

  test('a Facebook post with two videos lists both videos', async () => {
    const found = await extract(merger, 'https://www.facebook.com/somepage/posts/pfbidTwoVideos')
    expect(kinds(found)).toEqual(['1 video', '2 video'])
  })

  test.each([
    ['videos and a sound', 'article', 3],
    ['players of two sites', 'frames', 2],
    ['posts of two sites', 'posts', 2],
  ])('lists all items of an article with %s', async (_, path, count) => {
    const link = `https://video.example/watch/${path}`
    const found = await extract(merger, link)
    expect(found.entries).toHaveLength(count)
    expect(found.part).toEqual({ index: 1, total: count })
    const second = await extract(merger, link, 2)
    expect(second.part).toEqual({ index: 2, total: count })
  })

  test('a podcast feed lists its episodes with titles and durations (C64)', async () => {
    const found = await extract(merger, 'https://podcast.example/feed.xml')
    expect(found.entries?.length).toBeGreaterThan(2)
    expect(found.entries?.every(({ kind, title }) => kind === 'audio' && title !== null)).toBe(true)
    const third = await extract(merger, 'https://podcast.example/feed.xml', 3)
    expect(third.title).toBe(found.entries?.[2]?.title)
  })

  test('lists 100 of 10,000 feed episodes with short titles', async () => {
    const found = await extract(merger, 'https://podcast.example/huge.xml')
    expect(found.entries).toHaveLength(100)
    expect(found.part).toEqual({ index: 1, total: 10_000 })
    expect(Math.max(...(found.entries ?? []).map(({ title }) => title?.length ?? 0))).toBe(300)
    const last = await extract(merger, 'https://podcast.example/huge.xml', 500)
    expect(last.part?.index).toBe(500)
    expect(last.entries?.map(({ index }) => index)).toEqual(Array.from({ length: 100 }, (_, at) => 401 + at))
    expect(last.entries?.at(-1)?.title).toBe(last.title)
  })
})
