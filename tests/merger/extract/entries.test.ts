import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Extraction } from '#contract/engine.ts'
import { extract, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

const kinds = ({ entries = [] }: Extraction) => entries.map(({ index, kind }) => `${index} ${kind}`)

describeSealed('the items of a list', () => {
  let merger: Merger
  beforeAll(async () => {
    merger = await startMerger()
  })
  afterAll(() => merger.close())

  test('a mixed carousel of Instagram lists its pictures and videos and gives the first video', async () => {
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

  test('a picture of a carousel has its largest size as its only rendition', async () => {
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

  test('a carousel of pictures gives the first one, and a post of one picture has no list', async () => {
    const found = await extract(merger, 'https://www.instagram.com/p/SealedPost4/')
    expect(kinds(found)).toEqual(['1 image', '2 image', '3 image'])
    expect(found.part).toEqual({ index: 1, total: 3 })
    const single = await extract(merger, 'https://www.instagram.com/p/SealedPost5/')
    expect(single.entries).toBeUndefined()
    expect(single.renditions.map(({ container }) => container)).toEqual(['jpg'])
  })

  test('a slideshow of TikTok lists its pictures and its song, and gives the first picture', async () => {
    const link = 'https://www.tiktok.com/@_/video/7000000000000000007'
    const found = await extract(merger, link)
    expect(kinds(found)).toEqual(['1 image', '2 image', '3 audio'])
    expect(found.renditions.map(({ url }) => url)).toEqual(['https://p16.tiktokcdn.com/one.jpeg'])
    const song = await extract(merger, link, 3)
    expect(song.renditions.map(({ kind, container }) => `${kind} ${container}`)).toEqual(['audio mp3'])
  })

  test('a note of Xiaohongshu without a video lists its pictures in their larger size', async () => {
    const found = await extract(merger, 'https://www.xiaohongshu.com/explore/64a0000000000000000000a2')
    expect(kinds(found)).toEqual(['1 image', '2 image', '3 image'])
    expect(found.entries?.[1]?.picture).toMatchObject({ width: 1_280, height: 720 })
    expect(found.entries?.[1]?.picture?.url).toContain('two.jpg!nd_dft')
  })

  test('a mixed post of X lists pictures, video and GIF in their order, and each can be extracted', async () => {
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

  test('a post of two videos and a post of two pictures list both', async () => {
    expect(kinds(await extract(merger, 'https://x.com/maker/status/1004'))).toEqual(['1 video', '2 video'])
    const pictures = await extract(merger, 'https://x.com/maker/status/1009')
    expect(kinds(pictures)).toEqual(['1 image', '2 image'])
    expect(pictures.entries?.[1]?.picture?.url).toBe('https://pbs.twimg.com/media/906.jpg?name=orig')
  })

  test('a video of Bilibili with several episodes lists them', async () => {
    const found = await extract(merger, 'https://www.bilibili.com/video/BV1episodes0')
    expect(kinds(found)).toEqual(['1 video', '2 video', '3 video'])
    expect(found.part).toEqual({ index: 1, total: 3 })
  })

  test('a set of SoundCloud lists its tracks, titled by their addresses where the site gives no title', async () => {
    const link = 'https://soundcloud.com/maker/sets/tones'
    const found = await extract(merger, link)
    expect(kinds(found)).toEqual(['1 audio', '2 audio', '3 audio'])
    expect(found.entries?.map(({ title }) => title)).toEqual(['a low tone', null, null])
    const second = await extract(merger, link, 2)
    expect(second.part).toEqual({ index: 2, total: 3 })
    expect(second.renditions.every(({ kind }) => kind === 'audio')).toBe(true)
  })

  test('a feed lists its episodes with titles and durations', async () => {
    const found = await extract(merger, 'https://podcast.example/feed.xml')
    expect(found.entries?.length).toBeGreaterThan(2)
    expect(found.entries?.every(({ kind, title }) => kind === 'audio' && title !== null)).toBe(true)
    const third = await extract(merger, 'https://podcast.example/feed.xml', 3)
    expect(third.title).toBe(found.entries?.[2]?.title)
  })

  test('a feed of 10,000 episodes lists 100 with titles of at most 300 characters', async () => {
    const found = await extract(merger, 'https://podcast.example/huge.xml')
    expect(found.entries).toHaveLength(100)
    expect(found.part).toEqual({ index: 1, total: 10_000 })
    expect(Math.max(...(found.entries ?? []).map(({ title }) => title?.length ?? 0))).toBe(300)
    const last = await extract(merger, 'https://podcast.example/huge.xml', 500)
    expect(last.part?.index).toBe(500)
  })
})
