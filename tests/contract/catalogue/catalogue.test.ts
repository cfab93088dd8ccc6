import { describe, expect, test } from 'vitest'
import type { Rendition } from '#contract/engine/extraction.ts'
import { audio as audioStream, combined, video } from '../../extractions.ts'
import { labels, rowsOf, shapeRows } from './rows.ts'
import { labelOf, noteOf } from '../../row-text.ts'

describe('separate video and audio streams become formats', () => {
  const rows = shapeRows('pairs')

  test('orders video with audio, video only, audio only (C16)', () => {
    const groups = rows.map((row) => row.group)
    expect(groups).toEqual(
      groups.toSorted((a, b) => 'both video audio'.indexOf(a) - 'both video audio'.indexOf(b)),
    )
    expect(new Set(groups)).toEqual(new Set(['both', 'video', 'audio']))
  })

  test('merges each video with audio of its container', () => {
    const pair = (key: string) => rows.find((row) => row.key === key)?.make
    expect(pair('both:2160:mp4:av01:')).toMatchObject({
      plan: { video: { id: '401' }, audio: { id: '140' }, container: 'mp4' },
    })
    expect(pair('both:1080:webm:vp9:')).toMatchObject({
      plan: { video: { id: '248' }, audio: { id: '251' }, container: 'webm' },
    })
  })

  test('adds up the sizes and rates of a merge', () => {
    expect(rows.find((row) => row.key === 'both:1080:mp4:avc1:')).toMatchObject({
      filesize: 123_600_000,
      tbr: 120_000_000 / 125 / 222 + 129,
    })
  })

  test('suggests the tallest H.264 MP4 up to 1080p (C9)', () => {
    expect(rows.filter((row) => row.suggested).map((row) => row.key)).toEqual(['both:1080:mp4:avc1:'])
  })

  test('offers a dub last, once, with its language (C12)', () => {
    const dubs = rows.filter((row) => row.group === 'both' && row.language === 'de')
    expect(dubs.map((row) => [row.height, noteOf(row)])).toEqual([[1_080, 'in German']])
    expect(rows[0]!.original).toBe(true)
  })

  test('notes an MP3 above the rate of its source (C10)', () => {
    const audio = rows.filter((row) => row.group === 'audio')
    expect(audio[0]!.converted).toBeUndefined()
    const mp3 = audio.filter(({ ext }) => ext === 'mp3')
    expect(mp3.map((row) => [row.abr, noteOf(row)])).toEqual([
      [320, 'converted, no better than the 140 kbps of its source'],
      [256, 'converted, no better than the 140 kbps of its source'],
      [192, 'converted, no better than the 140 kbps of its source'],
      [128, 'converted'],
    ])
    expect(labelOf(mp3[0]!)).toBe('Audio MP3 320 kbps')
    // The size is the sum of the audio (320 kbps for 222 s) and of the cover (40,000 bytes).
    expect(mp3[0]).toMatchObject({ filesize: 222 * 320 * 125 + 40_000, about: true })
  })

  test('every format of an extraction has a different key', () => {
    expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length)
  })
})

test('a direct file is preferred to a merge with a similar bitrate', () => {
  const rows = rowsOf([
    combined({ id: 'direct', height: 720, width: 1_280, tbr: 1_500 }),
    video({ id: 'v', height: 720, width: 1_280, tbr: 1_500 }),
    audioStream({ id: 'a' }),
  ])
  expect(rows.find((row) => row.group === 'both' && row.height === 720)?.make.by).toBe('link')
})

test('prefers a merge of a much higher rate', () => {
  const rows = rowsOf([
    combined({ id: 'direct', height: 720, width: 1_280, tbr: 500, filesize: null }),
    video({ id: 'v', height: 720, width: 1_280, tbr: 2_500 }),
    audioStream({ id: 'a' }),
  ])
  expect(rows.find((row) => row.group === 'both' && row.height === 720)?.make.by).toBe('plan')
})

test('mirrors of the same file become one format (C14)', () => {
  expect(
    rowsOf([combined({ id: '0' }), combined({ id: '1' }), combined({ id: '2' })]).filter(
      (row) => row.group === 'both',
    ),
  ).toHaveLength(1)
})

test('VP8 video with AAC audio is merged into a Matroska file', () => {
  const rows = rowsOf([video({ container: 'webm', vcodec: 'vp8' }), audioStream({})])
  expect(rows[0]).toMatchObject({ ext: 'mkv' })
})

test('the label of a portrait video names its shorter side (C13)', () => {
  expect(labels(rowsOf([combined({ width: 1_080, height: 1_920 })]))[0]).toBe('1080p MP4')
})

test('says that the quality of a bare file is unknown', () => {
  const rows = rowsOf(
    [
      combined({
        width: null,
        height: null,
        vcodec: null,
        acodec: null,
        tbr: null,
        abr: null,
        filesize: null,
      }),
    ],
    null,
  )
  expect(labels(rows)[0]).toBe('MP4 (quality unknown)')
  expect(rows[0]).toMatchObject({ filesize: null })
  expect(rows[0]!.suggested).toBe(true)
})

test('assumes the usual rate of unknown sound in a merge', () => {
  const rows = rowsOf([
    video({ filesize: null, filesize_approx: 1_000 }),
    audioStream({ filesize: null, tbr: null, abr: null }),
  ])
  expect(rows[0]).toMatchObject({ group: 'both', filesize: 1_000 + 1_600_000, about: true })
})

test('marks the size of a merge with an estimated part', () => {
  const rows = rowsOf([video({ filesize: null, filesize_approx: 1_000 }), audioStream({ filesize: 10 })])
  expect(rows[0]).toMatchObject({ filesize: 1_010, about: true })
})

test('marks a computed size as an estimate', () => {
  const rows = rowsOf([video({ filesize: null, tbr: 1_000 }), audioStream({ filesize: null, tbr: 128 })], 10)
  expect(rows[0]).toMatchObject({ filesize: 1_410_000, about: true })
})

test('prefers a direct file of unknown codec to a remux', () => {
  const rows = rowsOf([
    combined({ id: 'hls', transport: 'hls', vcodec: 'avc1.64001f', height: 360, width: 640, tbr: 705 }),
    combined({ id: 'direct', vcodec: null, acodec: null, height: 360, width: 640, tbr: 632 }),
  ])
  expect(rows.find((row) => row.group === 'both')?.make).toMatchObject({ by: 'link' })
})

test('plays an HLS format from its playlist', () => {
  const row = shapeRows('hls')[0]!
  expect(row.make).toMatchObject({
    by: 'plan',
    plan: { video: { id: 'h720' }, audio: null, container: 'mp4' },
    play: { transport: 'hls' },
  })
})

test('plays the master playlist of separate HLS streams', () => {
  const rows = shapeRows('beside').filter((row) => row.group === 'both')
  const play = rows.map((row) => row.make.by === 'plan' && row.make.play?.url)
  const master = 'https://cdn.test/master.m3u8'
  expect(rows.map(({ language, second }) => [language, second])).toEqual([
    [null, undefined],
    ['de', undefined],
    [null, 'de'],
  ])
  expect(play).toEqual([master, undefined, undefined])
})

test('a merge task saves audio from a DASH manifest', () => {
  const rows = rowsOf([audioStream({ transport: 'dash', container: 'mp4', acodec: 'mp4a.40.2' })])
  expect(rows[0]).toMatchObject({
    ext: 'm4a',
    make: { by: 'plan', plan: { video: null, container: 'm4a' } },
  })
})

test('lists the original file of an episode first (C45)', () => {
  const rows = shapeRows('podcast')
  expect(rows[0]).toMatchObject({ suggested: true, make: { by: 'link' } })
  expect(labels(rows)[0]).toBe('Audio MP3 128 kbps')
})

test('offers no merge above the maximum size', () => {
  const isOffered = (bytes: number) =>
    rowsOf([video({ filesize: bytes - 10 }), audioStream({ filesize: 10 })]).some(
      (row) => row.group === 'both',
    )
  expect([4 * 1024 ** 3, 4 * 1024 ** 3 + 1, 5 * 1024 ** 3].map(isOffered)).toEqual([true, false, false])
})

test('notes HDR, frame rate and codec (C37)', () => {
  const [row] = rowsOf([combined({ hdr: true, fps: 60, vcodec: 'av01.0.12M.10' })])
  expect(noteOf(row!)).toBe('HDR, 60 fps, AV1')
})

test('offers a short silent video as a GIF', () => {
  const rows = rowsOf([video({ width: 320, height: 180 })], 4)
  expect(labels(rows)).toEqual(['180p MP4', 'Animated GIF'])
  expect(rows[1]).toMatchObject({ converted: true, make: { plan: { container: 'gif', audio: null } } })
  expect(labels(rowsOf([video({})], 300))).toEqual(['1080p MP4'])
})

describe('traits affect the order and the choice of formats', () => {
  const rows = rowsOf([
    video({ id: 'v' }),
    video({ id: 'big', width: 3_840, height: 2_160, traits: ['upscaled'] }),
    audioStream({ id: 'stereo', abr: 96, tbr: 96 }),
    audioStream({ id: 'six', acodec: 'ec-3', abr: 384, tbr: 384, traits: ['surround'] }),
  ])
  const planOf = (row: (typeof rows)[number]) => (row.make.by === 'plan' ? row.make.plan : undefined)

  test('prefers stereo to surround sound', () => {
    expect(rows.filter((row) => row.group === 'both').map((row) => planOf(row)?.audio?.id)).toEqual([
      'stereo',
      'stereo',
    ])
    expect(planOf(rows.find((row) => row.converted)!)?.audio?.id).toBe('stereo')
  })

  test('suggests no upscaled video', () => {
    expect(rows.map((row) => [row.height, row.suggested ?? false]).slice(0, 2)).toEqual([
      [1_080, true],
      [2_160, false],
    ])
    expect(noteOf(rows[1]!)).toBe('enlarged by the site')
  })

  test('suggests an upscaled video if it is the only one', () => {
    expect(rowsOf([combined({ traits: ['upscaled'] })])[0]!.suggested).toBe(true)
  })

  test('ignores unknown traits of a newer merger', () => {
    const [strange, plain] = [rowsOf([combined({ traits: ['holographic'] })]), rowsOf([combined({})])]
    const seen = (list: typeof rows) => list.map((row) => [labelOf(row), noteOf(row), row.key, row.suggested])
    expect(seen(strange)).toEqual(seen(plain))
  })
})

test('the resolution of a picture is its size in pixels', () => {
  const rows = rowsOf([video({ container: 'jpg', vcodec: null, width: 2_048, height: 1_365 })], null)
  expect(rows.map((row) => [labelOf(row), row.resolution])).toEqual([['Image JPG', '2048 × 1365']])
  const unknown = rowsOf([video({ container: 'png', vcodec: null, width: null, height: null })], null)
  expect(unknown[0]!.resolution).toBe(null)
})

describe('a short video is also offered as an animated GIF', () => {
  const isOffered = (facts: Partial<Rendition>, duration: number | null = 4, ...more: Rendition[]) =>
    labels(rowsOf([{ ...video({}), ...facts }, ...more], duration)).includes('Animated GIF')

  test('offers a GIF only of a short direct MP4', () => {
    expect(isOffered({}, 60)).toBe(true)
    expect(isOffered({}, 60.1)).toBe(false)
    expect(isOffered({}, null)).toBe(true)
    expect(isOffered({ kind: 'both' })).toBe(false)
    expect(isOffered({ transport: 'hls' })).toBe(false)
    expect(isOffered({ container: 'webm' })).toBe(false)
    expect(isOffered({}, 4, audioStream({}))).toBe(false)
  })

  test('gives a GIF the traits of its source', () => {
    const gif = rowsOf([video({ traits: ['preview'] })], 4).find((row) => row.ext === 'gif')
    expect(gif).toMatchObject({
      group: 'video',
      original: true,
      language: null,
      filesize: null,
      tbr: null,
      abr: null,
      traits: ['preview'],
    })
    expect(noteOf(gif!)).toBe('preview only, converted')
  })
})
