import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchLog } from '../../../internet/log.ts'
import { extract, startMerger, type Merger } from '../../rig.ts'
import { describeSealed } from '../../../sealed.ts'

describeSealed('the probe reads the properties of media files', () => {
  let merger: Merger
  beforeAll(async () => {
    merger = await startMerger()
  })
  afterAll(() => merger.close())

  test.each([
    ['combined-720.mp4', { kind: 'both', vcodec: 'h264', acodec: 'aac', width: 1_280, height: 720 }, 12],
    ['combined-720.webm', { kind: 'both', vcodec: 'vp9', acodec: 'opus', height: 720 }, 12],
    ['video-1080.mp4', { kind: 'video', vcodec: 'h264', acodec: null, height: 1_080 }, 12],
    ['audio.m4a', { kind: 'audio', vcodec: null, acodec: 'aac', height: null }, 12],
    ['moov-at-end.mp4', { kind: 'both', vcodec: 'h264', acodec: 'aac', width: 1_920, height: 1_080 }, 12],
  ])('reads the tracks, the size and the duration of %s', async (name, facts, duration) => {
    const extraction = await extract(merger, `https://cdn.example/${name}`)
    expect(extraction.renditions).toEqual([expect.objectContaining(facts)])
    expect(extraction.renditions[0]?.filesize).toBeGreaterThan(100_000)
    expect(extraction.duration).toBeCloseTo(duration, 0)
  })

  test.each([
    ['plain/index.m3u8', { kind: 'both', vcodec: 'h264', acodec: 'aac', width: 1_280, height: 720 }],
    ['fmp4/0.m3u8', { kind: 'video', vcodec: 'h264', acodec: null, height: 720 }],
    ['hls/0.m3u8', { kind: 'video', vcodec: 'h264', acodec: null, height: 1_080 }],
    ['sound/index.m3u8', { kind: 'audio', vcodec: null, acodec: 'aac', height: null, container: 'm4a' }],
  ])('reads the tracks of %s from its first segment', async (name, facts) => {
    const { renditions, duration } = await extract(merger, `https://streams.example/${name}`)
    expect(renditions).toEqual([expect.objectContaining({ ...facts, transport: 'hls', filesize: null })])
    expect(duration).toBeCloseTo(12, 0)
  })

  test.each([
    ['plain', { kind: 'both', acodec: 'aac' }],
    ['silent', { kind: 'video', acodec: null }],
  ])('finds the sound that CODECS of %s does not name', async (name, facts) => {
    const { renditions } = await extract(merger, `https://streams.example/unsaid/${name}.m3u8`)
    expect(renditions).toEqual([expect.objectContaining({ ...facts, vcodec: 'avc1.4d401f', height: 720 })])
  })

  test('leaves an encrypted HLS rendition without its tracks', async () => {
    const { renditions } = await extract(merger, 'https://odd.example/open-key.m3u8')
    expect(renditions).toEqual([expect.objectContaining({ kind: 'both', vcodec: null, height: null })])
  })

  test('skips an index at the end without range support', async () => {
    const { renditions } = await extract(merger, 'https://cdn.example/faulty/noranges/behind/moov-at-end.mp4')
    expect(renditions).toEqual([expect.objectContaining({ kind: 'both', container: 'mp4', height: null })])
  })

  test('sends one request for the first 64 KiB of each file', async () => {
    const since = watchLog()
    await extract(merger, 'https://x.com/maker/status/1001')
    const media = since().requests.filter(({ path }) => path.endsWith('.mp4'))
    expect(media.map(({ headers }) => headers['range'])).toEqual(['bytes=0-65535', 'bytes=0-65535'])
  })
})
