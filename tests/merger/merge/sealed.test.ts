import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rendition } from '#contract/engine/extraction.ts'
import { mergeId, type MergePlan } from '#contract/engine/merge.ts'
import { watchLog } from '../../internet/log.ts'
import { extract, startMerger, type Merger } from '../rig.ts'
import { order, ref, fetchMerge } from './lib/engine.ts'
import { probe } from './lib/media.ts'
import { describeSealed } from '../../sealed.ts'

/**
 * These merges use real extractions, the egress guard and TLS. The sites have the host names of the real
 * platforms.
 */
describeSealed('the merger merges links of the simulated sites', () => {
  let merger: Merger
  const folder = mkdtempSync(path.join(tmpdir(), 'sealed-'))
  beforeAll(async () => {
    merger = await startMerger()
  })
  afterAll(async () => {
    await merger.close()
    rmSync(folder, { recursive: true, force: true })
  })

  type Choice = (renditions: Rendition[]) => Pick<MergePlan, 'video' | 'audio' | 'container' | 'kbps'>
  const best = (renditions: Rendition[], fits: (rendition: Rendition) => boolean) => {
    const [found] = renditions
      .filter(fits)
      .sort((a, b) => (b.height ?? 0) - (a.height ?? 0) || (b.tbr ?? 0) - (a.tbr ?? 0))
    if (!found) throw new Error(`none of ${renditions.map(({ id, kind }) => `${id} ${kind}`).join()}`)
    return ref(found)
  }
  const pair =
    (container: 'mp4' | 'webm', transport: Rendition['transport'] = 'http'): Choice =>
    (renditions) => ({
      video: best(
        renditions,
        (one) => one.kind === 'video' && one.transport === transport && one.container === container,
      ),
      audio: best(
        renditions,
        (one) => one.kind === 'audio' && (one.container === 'webm') === (container === 'webm'),
      ),
      container,
    })
  const combined: Choice = (renditions) => ({
    video: best(renditions, (one) => one.kind === 'both'),
    audio: null,
    container: 'mp4',
  })
  const mp3: Choice = (renditions) => ({
    video: null,
    audio: best(renditions, (one) => one.kind !== 'video'),
    container: 'mp3',
    kbps: 128,
  })

  const make = async (link: string, choice: Choice) => {
    const { renditions } = await extract(merger, link)
    const mergeOrder = order({ ...choice(renditions) })
    const fetched = await fetchMerge(merger, {
      ...mergeOrder,
      plan: { ...mergeOrder.plan, source_url: link },
    })
    await fetch(`${merger.origin}/merges/${mergeId(mergeOrder.task, 1)}`, { method: 'DELETE' })
    const file = path.join(folder, `${mergeOrder.task}.${mergeOrder.plan.container}`)
    writeFileSync(file, fetched.bytes)
    return { ...fetched, file }
  }

  test('waits through an advertisement without a new extraction', async () => {
    const since = watchLog()
    const made = await make('https://www.youtube.com/watch?v=adbefore000', pair('mp4'))
    expect(probe(made.file).streams.map(({ codec_name: codec }) => codec)).toEqual(['h264', 'aac'])
    const { requests } = since()
    expect(requests.filter(({ path: asked }) => asked === '/watch')).toHaveLength(1)
    expect(made.lines.map(({ progress }) => progress.stage)).toContain('waiting')
  }, 60_000)

  test.for([
    ['https://www.youtube.com/watch?v=sealedvid00', pair('mp4'), ['h264', 'aac']],
    ['https://www.youtube.com/watch?v=sealedvid00', pair('webm'), ['vp9', 'opus']],
    ['https://www.youtube.com/watch?v=strictvid00', pair('mp4'), ['h264', 'aac']],
    ['https://www.bilibili.com/video/BV1xx411c7mD', pair('mp4'), ['h264', 'aac']],
    ['https://player.vimeo.com/video/200000001', pair('mp4', 'hls'), ['h264', 'aac']],
    ['https://streams.example/hls/master.m3u8', pair('mp4', 'hls'), ['h264', 'aac']],
    ['https://streams.example/fmp4/master.m3u8', pair('mp4', 'hls'), ['h264', 'aac']],
    ['https://streams.example/plain/index.m3u8', combined, ['h264', 'aac']],
    ['https://streams.example/dash/manifest.mpd', pair('mp4', 'dash'), ['h264', 'aac']],
    ['https://cdn.example/moov-at-end.mp4', combined, ['h264', 'aac']],
    ['https://podcast.example/feed.xml', mp3, ['mp3']],
    ['https://soundcloud.com/maker/tone', mp3, ['mp3']],
    ['https://www.tiktok.com/@_/video/7000000000000000001', mp3, ['mp3']],
  ] as const)('merges %s to the expected codecs and duration', async ([link, choice, codecs]) => {
    const since = watchLog()
    const { file, last } = await make(link, choice)
    expect(last.failed).toBeUndefined()
    const facts = probe(file)
    const made = facts.streams.map((stream) => stream.codec_name).filter((name) => name !== 'mjpeg')
    expect(made).toEqual(codecs)
    expect(Math.abs(Number(facts.format.duration) - 12)).toBeLessThan(0.5)
    expect(since().intrusions).toEqual([])
  })

  test('keeps the chosen episode of a feed with newer ones', async () => {
    const link = 'https://podcast.example/feed.xml'
    const { renditions, entries, duration } = await extract(merger, link)
    const title = entries![2]!.title!
    const made = order({ video: null, audio: ref(renditions[0]!), container: 'mp3', kbps: 128 })
    // The chosen episode is item 3 of the feed, but the plan contains the item number 1. This imitates a feed
    // that gets two newer episodes at its top after the visitor's choice.
    const plan = { ...made.plan, source_url: link, item: 1, chosen: { title, duration } }
    const { bytes, last } = await fetchMerge(merger, { ...made, plan })
    expect(last.failed).toBeUndefined()
    const file = path.join(folder, 'chosen.mp3')
    writeFileSync(file, bytes)
    expect(probe(file).format.tags?.['title']).toBe(title)
  })

  test.for([
    ['https://streams.example/hls/1.m3u8', 'mp3', 'no_sound'],
    ['https://streams.example/sound/index.m3u8', 'mp4', 'no_picture'],
  ] as const)('a merge of %s into %s fails with %s', async ([link, container, code]) => {
    const [only] = (await extract(merger, link)).renditions
    const chosen = ref(only!)
    const mergeOrder = order(
      container === 'mp3'
        ? { video: null, audio: chosen, container, kbps: 128 }
        : { video: chosen, audio: null, container },
    )
    const { last } = await fetchMerge(merger, {
      ...mergeOrder,
      plan: { ...mergeOrder.plan, source_url: link },
    })
    expect(last.failed?.code).toBe(code)
  })

  test('survives a full disk after the failure "internal"', async () => {
    const disk = mkdtempSync(path.join(tmpdir(), 'disk-'))
    // This test runs in the sealed internet (the simulated internet of the tests), which has its own mount
    // namespace. So processes outside the sealed internet do not see the mounted disk.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20g', 'tmpfs', disk])
    const small = await startMerger({ WORK_DIR: disk })
    try {
      const link = 'https://www.youtube.com/watch?v=longvideo00'
      const mergeOrder = order(pair('mp4')((await extract(small, link)).renditions))
      const fetched = fetchMerge(small, {
        ...mergeOrder,
        plan: { ...mergeOrder.plan, source_url: link },
      })
      const attempts = path.join(disk, 'merges', String(process.pid))
      await expect.poll(() => readdirSync(attempts), { interval: 5 }).not.toEqual([])
      // The disk becomes smaller only after the merger has accepted the request to merge, because the merger
      // refuses such requests when the disk is full.
      execFileSync('mount', ['-o', 'remount,size=2m', disk])
      expect((await fetched).last.failed?.code).toBe('internal')
      await fetch(`${small.origin}/merges/${mergeId(mergeOrder.task, 1)}`, { method: 'DELETE' })
      expect(readdirSync(attempts)).toEqual([])
      expect((await fetch(`${small.origin}/healthz`)).status).toBe(200)
    } finally {
      await small.close()
      execFileSync('umount', ['-l', disk])
      rmSync(disk, { recursive: true })
    }
  })

  test('never connects to the private addresses of segments', async () => {
    const since = watchLog()
    const { last } = await make('https://streams.example/inside/master.m3u8', (renditions) => ({
      video: best(renditions, () => true),
      audio: null,
      container: 'mp4',
    }))
    expect(last.failed).toBeDefined()
    expect(since().intrusions).toEqual([])
  })
})
