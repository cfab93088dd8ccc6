import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchLog } from '../../internet/log.ts'
import { extract, extractLines, failureFor, processesUnder, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

/** Links whose extraction succeeds, each with one expected rendition. */
const playing: [link: string, kind: string, container: string][] = [
  ['https://cdn.example/combined-720.mp4', 'both', 'mp4'],
  ['https://video.example/watch/two-sources', 'both', 'webm'],
  ['https://video.example/watch/json-ld', 'both', 'mp4'],
  ['https://video.example/watch/moved', 'both', 'mp4'],
  ['https://streams.example/hls/master.m3u8', 'video', 'mp4'],
  ['https://streams.example/dash/manifest.mpd', 'audio', 'm4a'],
  ['https://www.youtube.com/watch?v=abcdefghijk', 'video', 'webm'],
  ['https://vm.tiktok.com/x', 'both', 'mp4'],
  ['https://vm.tiktok.com/photo', 'video', 'jpg'],
  ['https://x.com/maker/status/1001', 'both', 'mp4'],
  ['https://fb.watch/x', 'both', 'mp4'],
  ['https://x.com/i/spaces/1SealedSpace0', 'audio', 'm4a'],
  ['https://x.com/i/broadcasts/1SealedCast00', 'both', 'mp4'],
  ['https://www.instagram.com/p/SealedPost1/', 'both', 'mp4'],
  ['https://player.vimeo.com/video/200000001', 'video', 'mp4'],
  ['https://www.bilibili.com/video/BV1xx411c7mD', 'audio', 'm4a'],
  ['https://www.xiaohongshu.com/explore/64a0000000000000000000a1', 'both', 'mp4'],
  ['https://podcasts.apple.com/us/podcast/made-up/id1?i=1000', 'audio', 'mp3'],
  ['https://soundcloud.com/maker/tone', 'audio', 'mp3'],
  ['https://player.fm/series/made-up/episode', 'audio', 'mp3'],
  ['https://tunein.com/podcasts/News/Made-up-Show-p100/?topicId=101', 'audio', 'mp3'],
  ['https://castbox.fm/episode/made-up-id1-id2', 'audio', 'mp3'],
  ['https://castbox.fm/x/2AbCd', 'audio', 'mp3'],
  ['https://castbox.fm/vb/724086393', 'audio', 'mp3'],
  ['https://castbox.fm/episode/made-up-id1-id4', 'audio', 'mp3'],
  ['https://castbox.fm/episode/made-up-id1-id503', 'audio', 'mp3'],
  ['https://www.xiaoyuzhoufm.com/episode/64a0000000000000000000b1', 'audio', 'm4a'],
  ['https://www.xiaoyuzhoufm.com/episode/64a0000000000000000000b3', 'audio', 'm4a'],
  ['https://www.xiaoyuzhoufm.com/episode/64a0000000000000000000b4', 'audio', 'mp3'],
  ['https://www.xiaoyuzhoufm.com/episode/64a0000000000000000000b5', 'audio', 'm4a'],
  ['https://open.spotify.com/episode/SealedOpenEpisode00001', 'audio', 'mp3'],
  ['https://spotify.link/OpenEpisode', 'audio', 'mp3'],
  ['https://spotify.link/GermanEpisode', 'audio', 'mp3'],
  ['https://short.test/to-episode', 'audio', 'mp3'],
  ['https://short.test/to-castbox', 'audio', 'mp3'],
  ['https://t.co/AnEpisode', 'audio', 'mp3'],
]

/**
 * Links that a platform refuses. The test of each link starts a new merger. In a single merger, three
 * refusals in a row would open the breaker of the platform (merger/egress/breaker.ts).
 */
const refused = [
  'https://www.youtube.com/watch?v=botcheckvid',
  'https://www.youtube.com/watch?v=onlyboards0',
  'https://www.youtube.com/watch?v=reloadneed0',
  'https://www.youtube.com/watch?v=otherapp000',
  'https://www.tiktok.com/@_/video/7000000000000000003',
]

const failing: [link: string, code: string][] = [
  ['https://www.youtube.com/watch?v=privatevid0', 'private'],
  ['https://www.youtube.com/watch?v=endedlive00', 'removed'],
  ['https://www.youtube.com/watch?v=norecording', 'removed'],
  ['https://www.youtube.com/watch?v=postlive000', 'post_live'],
  ['https://www.youtube.com/watch?v=agegatedvid', 'age'],
  ['https://www.youtube.com/watch?v=removedvid0', 'removed'],
  ['https://www.youtube.com/watch?v=membersonly', 'paid'],
  ['https://www.youtube.com/watch?v=geoblockvid', 'geo'],
  ['https://www.youtube.com/watch?v=premiereupc', 'not_started'],
  ['https://www.tiktok.com/@_/video/7000000000000000002', 'private'],
  ['https://www.tiktok.com/@_/video/7000000000000000004', 'removed'],
  ['https://x.com/i/spaces/1SealedOnAir0', 'live'],
  ['https://x.com/i/spaces/1SealedGone00', 'removed'],
  ['https://x.com/maker/status/1005', 'age'],
  ['https://x.com/maker/status/1006', 'private'],
  ['https://x.com/maker/status/1007', 'removed'],
  ['https://x.com/maker/status/1008', 'removed'],
  ['https://www.facebook.com/reel/3000000002', 'login'],
  ['https://player.vimeo.com/video/200000403', 'embed_only'],
  ['https://player.vimeo.com/video/200000404', 'removed'],
  ['https://b23.tv/gone', 'removed'],
  ['https://www.bilibili.com/video/BV1split0000', 'split'],
  ['https://soundcloud.com/maker/drm', 'drm'],
  ['https://soundcloud.com/maker/geo', 'geo'],
  ['https://soundcloud.com/maker/gone', 'removed'],
  ['https://tunein.com/radio/Made-up-s200', 'live'],
  ['https://castbox.fm/episode/made-up-id1-id3', 'private'],
  ['https://castbox.fm/episode/made-up-id1-id9', 'removed'],
  ['https://www.xiaoyuzhoufm.com/episode/64a0000000000000000000b2', 'paid'],
  ['https://www.xiaoyuzhoufm.com/episode/64a0000000000000000000b9', 'removed'],
  ['https://open.spotify.com/episode/SealedOnlyHere00000002', 'drm'],
  ['https://open.spotify.com/episode/SealedOtherShow0000003', 'drm'],
  ['https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT', 'drm'],
  ['https://spotify.link/OnlyHere', 'drm'],
  ['https://spotify.link/Song', 'drm'],
  ['https://short.test/to-song', 'drm'],
  ['https://spotify.link/Gone', 'removed'],
  ['https://spotify.link/Inside', 'refused_address'],
  ['https://video.example/watch/text', 'unsupported'],
  ['https://streams.example/live/index.m3u8', 'live'],
  ['https://streams.example/drm/index.m3u8', 'drm'],
  ['https://dead.example/', 'unreachable'],
  ['https://nowhere.example/', 'unreachable'],
  ['http://reset.example/', 'unreachable'],
  ['https://reset.example/', 'unreachable'],
  ['https://private.test/', 'refused_address'],
  ['http://127.0.0.1/', 'refused_address'],
  ['https://video.example/inside/redirect', 'refused_address'],
  ['https://video.example/inside/file', 'refused_address'],
  ['https://video.example/inside/data', 'refused_address'],
  ['https://video.example/inside/gopher', 'refused_address'],
  ['https://video.example/inside/og', 'refused_address'],
  ['https://video.example/inside/video', 'refused_address'],
  ['ytsearch5:cats', 'bad_link'],
  ['file:///etc/passwd', 'bad_link'],
]

describeSealed('the merger extracts links of the simulated sites', () => {
  let merger: Merger
  /** Polls the number of child processes of the merger. The caller adds the assertion. */
  const processCount = () => expect.poll(() => processesUnder(process.pid).length)
  beforeAll(async () => {
    process.env['NO_PROXY'] = '*'
    merger = await startMerger()
  })
  afterAll(() => merger.close())

  test.each(playing)('extracts %s with a rendition of kind %s in %s', async (link, kind, container) => {
    const since = watchLog()
    const extraction = await extract(merger, link)
    expect(extraction.renditions).toContainEqual(expect.objectContaining({ kind, container }))
    expect(extraction.title).toBeTruthy()
    expect(since().intrusions).toEqual([])
  })

  test.each(failing)('the extraction of the failing link %s fails with %s', async (link, code) => {
    const since = watchLog()
    expect(await failureFor(merger, link)).toBe(code)
    expect(since().intrusions).toEqual([])
  })

  test.each(refused)('fails with site_blocks_us for the refused link %s', async (link) => {
    const own = await startMerger()
    const code = await failureFor(own, link)
    await own.close()
    expect(code).toBe('site_blocks_us')
  })

  test('has the canonical link of an episode as source_url', async () => {
    const { source_url } = await extract(merger, 'https://spotify.link/OpenEpisode')
    expect(source_url).toBe('https://open.spotify.com/episode/SealedOpenEpisode00001')
  })

  test('gives the requested or newest episode of a feed (C48)', async () => {
    const feed = 'https://podcast.example/feed.xml'
    expect(await extract(merger, feed)).toMatchObject({ title: 'The newest episode', part: { total: 3 } })
    const { title, part } = await extract(merger, feed, 2)
    expect(title).not.toBe('The newest episode')
    expect(part).toEqual({ index: 2, total: 3 })
  })

  test('offers no TikTok file that the media host lacks', async () => {
    const link = 'https://www.tiktok.com/@_/video/7000000000000000077'
    expect((await extract(merger, link)).renditions.map(({ id }) => id)).toEqual(['audio'])
  })

  test('sends the right User-Agent to pages and media', async () => {
    const since = watchLog()
    const { renditions } = await extract(merger, 'https://www.tiktok.com/@_/video/7000000000000000005')
    const { requests } = since()
    const [page, media] = ['www.tiktok.com', 'v16-webapp-prime.tiktok.com'].map(
      (host) => requests.find((one) => one.host === host)?.headers['user-agent'],
    )
    expect(page).toMatch(/^Mozilla/)
    expect(media).toBe(renditions.at(-1)?.user_agent)
  })

  test('an episode of a Bilibili video is extracted by its number', async () => {
    const since = watchLog()
    const { part } = await extract(merger, 'https://www.bilibili.com/video/BV1episodes0', 2)
    expect(part).toEqual({ index: 2, total: 3 })
    expect(since().requests.map(({ url }) => url)).toContain(
      'https://www.bilibili.com/video/BV1episodes0?p=2',
    )
  })

  test('marks a Bilibili preview and drops its duration', async () => {
    const extraction = await extract(merger, 'https://www.bilibili.com/video/BV1supporter')
    expect(extraction).toMatchObject({ is_preview: true, duration: null })
  })

  test('no request of an extraction has an X-Forwarded-For header', async () => {
    const since = watchLog()
    // By default, yt-dlp sends an invented British IP address in X-Forwarded-For to itv.com. The merger
    // switches this off.
    await failureFor(merger, 'https://www.itv.com/hub/a-show/1a2b3c')
    expect(since().requests.map(({ host }) => host)).toContain('www.itv.com')
    expect(since().requests.filter(({ headers }) => 'x-forwarded-for' in headers)).toEqual([])
  })

  test('extracts two videos of an X post, but no third (C41)', async () => {
    const post = 'https://x.com/maker/status/1004'
    const [one, two] = [await extract(merger, post), await extract(merger, post, 2)]
    expect([one.part?.index, two.part?.index]).toEqual([1, 2])
    expect(one.renditions[1]?.url).not.toBe(two.renditions[1]?.url)
    expect(await failureFor(merger, post, 3)).toBe('no_media')
  })

  test('each picture of an X post can be extracted (C39)', async () => {
    const one = await extract(merger, 'https://x.com/maker/status/1002')
    expect(one).toMatchObject({ title: 'Maker - A made-up post', part: null, date: '2026-01-06' })
    expect(one.renditions).toEqual([
      expect.objectContaining({ kind: 'video', container: 'jpg', width: 1_280, height: 720 }),
    ])
    expect(one.renditions[0]?.filesize).toBeGreaterThan(1_000)
    expect(one.renditions[0]?.url).toBe('https://pbs.twimg.com/media/901.jpg?name=orig')
    const second = await extract(merger, 'https://x.com/maker/status/1009', 2)
    expect(second.part).toEqual({ index: 2, total: 2 })
    expect(second.renditions[0]?.url).toContain('906')
    expect(await failureFor(merger, 'https://x.com/maker/status/1009', 3)).toBe('no_media')
  })

  test('fails with no_media for a listed video without files', async () => {
    const link = 'https://x.com/maker/status/1010'
    const found = await extract(merger, link)
    expect(found.part).toEqual({ index: 1, total: 2 })
    expect(found.entries?.map(({ kind }) => kind)).toEqual(['image', null])
    expect(await failureFor(merger, link, 2)).toBe('no_media')
  })

  test('sends no request for a remembered link', async () => {
    await extract(merger, 'https://x.com/maker/status/1001')
    const since = watchLog()
    await extract(merger, 'https://x.com/maker/status/1001')
    expect(since().requests).toEqual([])
  })

  test('reports queued at once and a timeout later', async () => {
    const answer = await fetch(`${merger.origin}/extract`, {
      method: 'POST',
      body: JSON.stringify({ v: 1, url: 'https://silent.example/' }),
    })
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe('{"state":"queued"}\n')
    expect((await reader.read()).value).toBe('{"state":"queued","idle":true}\n')
    expect((await reader.read()).value).toContain('"timeout"')
  })

  test('fails with too_big on an endless page', async () => {
    expect(await failureFor(merger, 'https://endless.example/')).toBe('too_big')
    await processCount().toBe(1)
  })

  test('ends the child process of a caller that disconnects', async () => {
    const leaving = new AbortController()
    const asked = fetch(`${merger.origin}/extract`, {
      method: 'POST',
      body: JSON.stringify({ v: 1, url: 'https://silent.example/x' }),
      signal: leaving.signal,
    })
    const answer = await asked
    await processCount().toBe(2)
    leaving.abort()
    await expect(answer.text()).rejects.toThrow()
    await processCount().toBe(1)
  })

  test('repeats an extraction after a kill of the fork server', async () => {
    const [before] = processesUnder(process.pid)
    const asked = extract(merger, 'https://cdn.example/faulty/slow/once/combined-360.mp4')
    process.kill(before!, 'SIGKILL')
    expect((await asked).renditions).toHaveLength(1)
    const [after] = processesUnder(process.pid)
    expect(after).not.toBe(before)
  })

  test('refuses only new callers as busy at a full queue', async () => {
    const small = await startMerger({ EXTRACT_CHILDREN: '1', EXTRACT_QUEUE: '1' })
    const links = [1, 2, 3, 4].map((n) => `https://player.fm/series/made-up/episode?n=${n}`)
    const last = await Promise.all(links.map(async (link) => (await extractLines(small, link)).at(-1)))
    const codes = last.map((line) => (line?.state === 'failed' ? line.code : line?.state))
    expect(codes.filter((code) => code === 'busy')).toHaveLength(2)
    expect(codes.filter((code) => code === 'done')).toHaveLength(2)
    await small.close()
  })
})
