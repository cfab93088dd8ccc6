import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../internet/cache.ts'
import { useProduct } from './lib/harness.ts'
import { describeSealed } from '../sealed.ts'

type Wanted = {
  platform: string
  shape: string
  link: string
  expected?: string
  has?: ('picture' | 'sound')[]
  lines?: number
  notice?: string
  item?: number
  merge?: boolean
}
type Report = {
  ok: boolean
  lost: string[]
  items: { shape: string; code: string; state: string; detail: string }[]
}

const SOUND = ['sound'] as const
const sound = (platform: string, shape: string, link: string): Wanted => ({
  platform,
  shape,
  link,
  has: [...SOUND],
})

/**
 * One link for each kind of content on the platforms that the test network (`tests/internet/`) simulates.
 * Each entry has the result that the canary must accept.
 */
const GOOD: Wanted[] = [
  {
    platform: 'youtube',
    shape: '1080p',
    link: 'https://www.youtube.com/watch?v=abcdefghijk',
    lines: 1_080,
    merge: true,
  },
  { platform: 'youtube', shape: 'age', link: 'https://www.youtube.com/watch?v=agegatedvid', expected: 'age' },
  {
    platform: 'youtube',
    shape: 'private',
    link: 'https://www.youtube.com/watch?v=privatevid0',
    expected: 'private',
  },
  { platform: 'tiktok', shape: 'video', link: 'https://www.tiktok.com/@_/video/7000000000000000001' },
  { platform: 'tiktok', shape: 'short link', link: 'https://vm.tiktok.com/ZSealed/' },
  {
    platform: 'tiktok',
    shape: 'pictures',
    link: 'https://www.tiktok.com/@_/photo/7000000000000000006',
    has: ['picture'],
  },
  { platform: 'instagram', shape: 'post', link: 'https://www.instagram.com/p/SealedPost1/' },
  { platform: 'facebook', shape: 'watch', link: 'https://www.facebook.com/watch/?v=3000000001' },
  { platform: 'twitter', shape: 'video', link: 'https://x.com/maker/status/1001' },
  { platform: 'twitter', shape: 'GIF', link: 'https://x.com/maker/status/1003', has: ['picture'] },
  { platform: 'twitter', shape: 'picture', link: 'https://x.com/maker/status/1002', has: ['picture'] },
  { platform: 'twitter', shape: 'second video', link: 'https://x.com/maker/status/1004', item: 2 },
  { platform: 'twitter', shape: 'sensitive', link: 'https://x.com/maker/status/1005', expected: 'age' },
  { platform: 'vimeo', shape: 'player', link: 'https://vimeo.com/200000001' },
  { platform: 'vimeo', shape: 'embedded only', link: 'https://vimeo.com/200000403', expected: 'embed_only' },
  { platform: 'bilibili', shape: 'video', link: 'https://www.bilibili.com/video/BV1xx411c7mD' },
  {
    platform: 'xiaohongshu',
    shape: 'note',
    link: 'https://www.xiaohongshu.com/explore/64a0000000000000000000a1',
  },
  sound('soundcloud', 'track', 'https://soundcloud.com/maker/tone'),
  sound('apple_podcasts', 'episode', 'https://podcasts.apple.com/us/podcast/made-up/id1?i=1000'),
  sound('castbox', 'episode', 'https://castbox.fm/episode/x-id1-id2'),
  sound('playerfm', 'episode', 'https://player.fm/series/made-up/episode'),
  sound('xiaoyuzhou', 'episode', 'https://www.xiaoyuzhoufm.com/episode/64a0000000000000000000b1'),
  sound('tunein', 'episode', 'https://tunein.com/podcasts/News/Made-up-Show-p100/?topicId=101'),
  {
    platform: 'spotify',
    shape: 'DRM',
    link: 'https://open.spotify.com/episode/SealedOnlyHere00000002',
    expected: 'drm',
  },
  { platform: 'web', shape: 'MP4', link: 'https://cdn.example/combined-720.mp4' },
  { platform: 'web', shape: 'HLS page', link: 'https://video.example/watch/hls' },
  sound('web', 'newest episode', 'https://podcast.example/feed.xml'),
]

/**
 * Links whose results differ from the expected results. The canary (`npm run canary`) must report each of
 * these links with the state and the detail in this list.
 */
const WRONG: [Wanted, state: string, detail: RegExp][] = [
  [
    { platform: 'youtube', shape: 'refused', link: 'https://www.youtube.com/watch?v=botcheckvid' },
    'blocked',
    /got site_blocks_us/,
  ],
  [
    { platform: 'youtube', shape: 'removed', link: 'https://www.youtube.com/watch?v=removedvid0' },
    'gone',
    /got removed/,
  ],
  [
    {
      platform: 'youtube',
      shape: 'readable',
      link: 'https://www.youtube.com/watch?v=abcdefghij1',
      expected: 'age',
    },
    'broken',
    /expected age, got ok/,
  ],
  [
    { platform: 'youtube', shape: 'low', link: 'https://www.youtube.com/watch?v=abcdefghij2', lines: 2_160 },
    'broken',
    /1080 lines, expected 2160/,
  ],
  [
    { platform: 'twitter', shape: 'silent', link: 'https://x.com/maker/status/1003' },
    'broken',
    /no format has a sound/,
  ],
  [
    {
      platform: 'web',
      shape: 'expired',
      link: 'https://cdn.example/faulty/expiring/canary/combined-360.mp4',
    },
    'broken',
    /the media answer 403/,
  ],
  [{ platform: 'web', shape: 'no site', link: 'https://dead.example/video' }, 'broken', /got unreachable/],
]

describeSealed('npm run canary reports a wrong result of the product', () => {
  const harness = useProduct()
  const folder = `${root}/.cache/e2e/canary-${process.pid}`
  beforeAll(() => void fs.mkdirSync(folder, { recursive: true }))
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

  async function canary(
    items: Wanted[],
    ...more: string[]
  ): Promise<{ code: number; out: string; report: Report }> {
    const file = `${folder}/items.json`
    const json = `${folder}/result.json`
    fs.writeFileSync(file, JSON.stringify({ items }))
    const args = [
      'scripts/operate/canary.ts',
      '--against',
      harness.address,
      '--file',
      file,
      '--json',
      json,
      '--pause',
      '0',
    ]
    const { code, out } = await new Promise<{ code: number; out: string }>((resolve) =>
      execFile(process.execPath, [...args, ...more], { cwd: root }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr }),
      ),
    )
    return { code, out, report: JSON.parse(fs.readFileSync(json, 'utf8')) as Report }
  }

  test('passes if every platform works', async () => {
    const { code, out, report } = await canary(GOOD, '--merge')
    const bad = report.items.filter(({ state }) => state !== 'ok')
    expect(bad, out).toEqual([])
    expect([code, report.ok, report.items.length]).toEqual([0, true, GOOD.length])
  })

  test('reports wrong results as blocked, gone or broken', async () => {
    const { code, out, report } = await canary(WRONG.map(([item]) => item))
    expect(
      report.items.map(({ shape, state, detail }) => ({ shape, state, detail })),
      out,
    ).toEqual(
      WRONG.map(([{ shape }, state, detail]) => ({
        shape,
        state,
        detail: expect.stringMatching(detail) as string,
      })),
    )
    expect([code, report.ok]).toEqual([1, false])
  })

  test('fails if a platform is no longer checked', async () => {
    const before = `${folder}/before.json`
    const item = {
      platform: 'vimeo',
      shape: 'player',
      expected: 'ok',
      code: 'ok',
      state: 'ok',
      detail: '',
      ms: 1,
    }
    fs.writeFileSync(before, JSON.stringify({ items: [item] }))
    const { code, out } = await canary([GOOD.at(-1)!], '--before', before)
    expect([code, out]).toEqual([1, expect.stringContaining('not in this run: vimeo.')])
  })
})
