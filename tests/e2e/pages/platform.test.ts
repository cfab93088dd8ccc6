import { expect, test } from 'vitest'
import type { FailureCode } from '#contract/failure.ts'
import { failureMessage } from '../lib/failure-message.ts'
import { probe } from '../lib/inspect-file.ts'
import { useProduct } from '../lib/harness.ts'
import {
  choose,
  openFormats,
  openPreview,
  plays,
  ready,
  save,
  submitLink,
  waitForAlert,
} from '../lib/visit.ts'
import { describeSealed } from '../../sealed.ts'

type Item = { page: string; link: string; row: RegExp; kinds: string[] }

const video = ['video', 'audio']
const audio = ['audio']
/** One public item of every platform, pasted on the page of that platform. */
const items: Item[] = [
  { page: '/youtube-downloader', link: 'https://youtu.be/strictvid00', row: /^360p MP4/, kinds: video },
  { page: '/tiktok-downloader', link: 'https://vm.tiktok.com/ZSealed/', row: /^720p MP4/, kinds: video },
  { page: '/twitter-downloader', link: 'https://x.com/maker/status/1001', row: /^720p MP4/, kinds: video },
  {
    page: '/facebook-downloader',
    link: 'https://www.facebook.com/watch/?v=3000000001',
    row: /MP4/,
    kinds: video,
  },
  {
    page: '/instagram-downloader',
    link: 'https://www.instagram.com/p/SealedPost1/',
    row: /^720p MP4/,
    kinds: video,
  },
  { page: '/vimeo-downloader', link: 'https://vimeo.com/200000001', row: /^1080p MP4/, kinds: video },
  {
    page: '/bilibili-downloader',
    link: '【A made-up video】 https://b23.tv/sealed1',
    row: /^720p MP4/,
    kinds: video,
  },
  {
    page: '/xiaohongshu-downloader',
    link: 'https://www.xiaohongshu.com/explore/64a0000000000000000000a1',
    row: /^720p MP4/,
    kinds: video,
  },
  {
    page: '/apple-podcasts-downloader',
    link: 'https://podcasts.apple.com/us/podcast/made-up/id1?i=1000',
    row: /^MP3 ?,/,
    kinds: audio,
  },
  {
    page: '/soundcloud-downloader',
    link: 'https://soundcloud.com/maker/tone',
    row: /^MP3 ?,/,
    kinds: audio,
  },
  {
    page: '/tunein-downloader',
    link: 'https://tunein.com/podcasts/News/Made-up-Show-p100/?topicId=101',
    row: /^MP3 ?,/,
    kinds: audio,
  },
  {
    page: '/playerfm-downloader',
    link: 'https://player.fm/series/made-up/episode',
    row: /^MP3 ?,/,
    kinds: audio,
  },
  {
    page: '/castbox-downloader',
    link: 'https://castbox.fm/episode/made-up-id1-id2',
    row: /^MP3 ?,/,
    kinds: audio,
  },
  {
    page: '/xiaoyuzhou-downloader',
    link: 'https://www.xiaoyuzhoufm.com/episode/64a0000000000000000000b1',
    row: /^M4A ?,/,
    kinds: audio,
  },
  // Spotify's own audio has DRM. The merger finds the same episode in a public RSS feed.
  {
    page: '/',
    link: 'https://open.spotify.com/episode/SealedOpenEpisode00001',
    row: /^MP3 ?,/,
    kinds: audio,
  },
]

/**
 * Links that the product must refuse. Each key is the path of the page into which the test pastes the links.
 * `expected` describes the message that the page must show for the link: its failure code, or a pattern that
 * its text must match.
 */
const refusals: Record<string, [link: string, expected: FailureCode | RegExp][]> = {
  '/tiktok-downloader': [
    ['https://www.tiktok.com/@maker/video/7000000000000000002', 'private'],
    ['https://www.tiktok.com/@maker/video/7000000000000000003', 'site_blocks_us'],
    ['https://www.tiktok.com/@maker/video/7000000000000000004', 'removed'],
  ],
  '/twitter-downloader': [
    ['https://x.com/maker/status/1006', 'private'],
    ['https://x.com/maker/status/1007', 'removed'],
    ['https://x.com/maker/status/1008', 'removed'],
  ],
  '/facebook-downloader': [['https://www.facebook.com/reel/3000000002', 'login']],
  '/instagram-downloader': [['https://www.instagram.com/p/Unknown1/', 'login']],
  '/vimeo-downloader': [
    ['https://vimeo.com/200000404', 'removed'],
    ['https://vimeo.com/200000403', 'embed_only'],
  ],
  '/bilibili-downloader': [['https://b23.tv/gone', 'removed']],
  '/soundcloud-downloader': [
    ['https://soundcloud.com/maker/drm', 'drm'],
    ['https://soundcloud.com/maker/geo', 'geo'],
    ['https://soundcloud.com/maker/gone', 'removed'],
  ],
  '/tunein-downloader': [['https://tunein.com/radio/Made-up-s200', 'live']],
  '/castbox-downloader': [
    ['https://castbox.fm/episode/made-up-id1-id3', 'private'],
    ['https://castbox.fm/episode/made-up-id1-id9', 'removed'],
  ],
  '/xiaoyuzhou-downloader': [
    ['https://www.xiaoyuzhoufm.com/episode/64a0000000000000000000b2', 'paid'],
    ['https://www.xiaoyuzhoufm.com/episode/64a0000000000000000000b9', 'removed'],
  ],
  '/youtube-downloader': [
    ['https://www.youtube.com/watch?v=agegatedvid', 'age'],
    ['https://www.youtube.com/watch?v=geoblockvid', 'geo'],
  ],
  '/playerfm-downloader': [['https://player.fm/series/made-up/gone', 'removed']],
  '/': [
    ['https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT', /DRM/],
    ['https://open.spotify.com/episode/SealedOnlyHere00000002', /DRM.*RSS link of the same episode/],
  ],
}

describeSealed('the page of every platform downloads its items', () => {
  const harness = useProduct()

  for (const { page: path, link, row, kinds } of items)
    test(`the page ${path} saves a complete file for ${link}`, async () => {
      const preview = await openPreview(harness, link, row, { path })
      await ready(preview)
      await plays(preview)
      const saved = await save(preview)
      const facts = await probe(saved.path, saved.bytes)
      expect(facts.kinds).toEqual(kinds)
      expect(Math.abs(facts.duration - 12)).toBeLessThan(0.5)
    })

  test('saves the picture of a post of X', async () => {
    const page = await harness.open('/twitter-image-downloader')
    await submitLink(page, 'https://x.com/maker/status/1002')
    const rows = await openFormats(page)
    expect(rows).toEqual([expect.stringMatching(/JPG/)])
    const saved = await save(await choose(page, /JPG/))
    expect(saved.name).toMatch(/\.jpg$/)
    expect(saved.bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  })

  for (const [path, refused] of Object.entries(refusals))
    test(`${path} shows the reason of each refused link`, async () => {
      harness.expectConsoleError(/status of (4|5)\d\d .*\/api\/download-video|^Failure: /)
      const page = await harness.open(path)
      for (const [link, expected] of refused) {
        await submitLink(page, link)
        const shown = await waitForAlert(page)
        if (expected instanceof RegExp) expect(shown, link).toMatch(expected)
        else expect(shown, link).toContain(failureMessage(expected, link))
      }
    })
})
