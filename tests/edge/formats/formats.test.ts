import { describe, expect, test } from 'vitest'
import type { Rendition } from '#contract/engine/extraction.ts'
import { labelOf } from '../../../edge/formats/format-row.ts'
import { audio as audioStream, combined, video } from '../fakes/extractions.ts'
import { labels, rowsOf, shapeRows } from './rows.ts'

describe('the edge combines separate video and audio streams into formats', () => {
  const rows = shapeRows('pairs')

  test('if video and audio are separate streams, the formats come in this order: video with audio, video only, audio only (C16)', () => {
    const groups = rows.map((row) => row.group)
    expect(groups).toEqual(
      groups.toSorted((a, b) => 'both video audio'.indexOf(a) - 'both video audio'.indexOf(b)),
    )
    expect(new Set(groups)).toEqual(new Set(['both', 'video', 'audio']))
  })

  test('each video is merged with an audio stream that fits into the container of the video', () => {
    const pair = (key: string) => rows.find((row) => row.key === key)?.make
    expect(pair('both:2160:mp4:av01:')).toMatchObject({
      plan: { video: { id: '401' }, audio: { id: '140' }, container: 'mp4' },
    })
    expect(pair('both:1080:webm:vp9:')).toMatchObject({
      plan: { video: { id: '248' }, audio: { id: '251' }, container: 'webm' },
    })
  })

  test('the size of a merged format is the sum of the sizes of both streams, and its bitrate is the sum of their bitrates', () => {
    expect(rows.find((row) => row.key === 'both:1080:mp4:avc1:')).toMatchObject({
      size: { bytes: 123_600_000, about: false },
      tbr: 4_529,
    })
  })

  test('only one format is suggested: the tallest MP4 up to 1080p with H.264 video and sound (C9)', () => {
    expect(rows.filter((row) => row.suggested).map((row) => row.key)).toEqual(['both:1080:mp4:avc1:'])
  })

  test('a dub comes after the original language, is offered with only one video, and has a note that names its language (C12)', () => {
    const dubs = rows.filter((row) => row.group === 'both' && row.language === 'de')
    expect(dubs.map((row) => [row.height, row.note])).toEqual([[1_080, 'dubbed: German']])
    expect(rows[0]!.original).toBe(true)
  })

  test('the original audio comes before the MP3 conversions; if an MP3 has a higher bitrate than its source, the note says so (C10)', () => {
    const audio = rows.filter((row) => row.group === 'audio')
    expect(audio[0]!.converted).toBeUndefined()
    const mp3 = audio.filter((row) => row.converted)
    expect(mp3.map((row) => [row.abr, row.note])).toEqual([
      [320, 'converted, no better than the 140 kbps of its source'],
      [256, 'converted, no better than the 140 kbps of its source'],
      [192, 'converted, no better than the 140 kbps of its source'],
      [128, 'converted'],
    ])
    expect(labelOf(mp3[0]!)).toBe('Audio MP3 320 kbps')
    // The size is the sum of the audio (320 kbps for 222 s) and of the cover (40,000 bytes).
    expect(mp3[0]!.size).toEqual({ bytes: 222 * 320 * 125 + 40_000, about: true })
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

test('a merge with a much higher bitrate is preferred to a direct file', () => {
  const rows = rowsOf([
    combined({ id: 'direct', height: 720, width: 1_280, tbr: 500 }),
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

test('VP9 video with AAC audio is merged into a Matroska file', () => {
  const rows = rowsOf([video({ container: 'webm', vcodec: 'vp9' }), audioStream({})])
  expect(rows[0]).toMatchObject({ container: 'mkv' })
})

test('the label of a portrait video names its shorter side (C13)', () => {
  expect(labels(rowsOf([combined({ width: 1_080, height: 1_920 })]))[0]).toBe('1080p MP4')
})

test('the label of a file without metadata says that the quality is unknown', () => {
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
  expect(rows[0]!.size).toEqual({ bytes: null, about: false })
  expect(rows[0]!.suggested).toBe(true)
})

test('the size of a merged format is unknown if the size of one stream is unknown', () => {
  const rows = rowsOf([
    video({ filesize: null, filesize_approx: 1_000 }),
    audioStream({ filesize: null, tbr: null, abr: null }),
  ])
  expect(rows[0]).toMatchObject({ group: 'both', size: { bytes: null, about: false } })
})

test('the size of a merged format is marked as an estimate if the size of one of its streams is an estimate', () => {
  const rows = rowsOf([video({ filesize: null, filesize_approx: 1_000 }), audioStream({ filesize: 10 })])
  expect(rows[0]!.size).toEqual({ bytes: 1_010, about: true })
})

test('a size that is calculated from bitrate and duration is marked as an estimate', () => {
  const rows = rowsOf([video({ filesize: null, tbr: 1_000 }), audioStream({ filesize: null, tbr: 128 })], 10)
  expect(rows[0]!.size).toEqual({ bytes: 1_410_000, about: true })
})

test('a direct file with an unknown codec is preferred to an H.264 video that must be remuxed', () => {
  const rows = rowsOf([
    combined({ id: 'hls', transport: 'hls', vcodec: 'avc1.64001f', height: 360, width: 640, tbr: 705 }),
    combined({ id: 'direct', vcodec: null, acodec: null, height: 360, width: 640, tbr: 632 }),
  ])
  expect(rows.find((row) => row.group === 'both')?.make).toMatchObject({ by: 'link' })
})

test('the preview plays an HLS format from its playlist, and a merge task makes the file that the visitor saves', () => {
  const row = shapeRows('hls')[0]!
  expect(row.make).toMatchObject({
    by: 'plan',
    plan: { video: { id: 'h720' }, audio: null, container: 'mp4' },
    play: { transport: 'hls' },
  })
})

test('if HLS video and audio are separate, the preview plays the master playlist that lists both', () => {
  const rows = shapeRows('beside').filter((row) => row.group === 'both')
  const play = rows.map((row) => row.make.by === 'plan' && row.make.play?.url)
  expect(rows.map((row) => row.language)).toEqual([null, 'de'])
  expect(play).toEqual(['https://cdn.test/master.m3u8', undefined])
})

test('a merge task saves audio from a DASH manifest', () => {
  const rows = rowsOf([audioStream({ transport: 'dash', container: 'mp4', acodec: 'mp4a.40.2' })])
  expect(rows[0]).toMatchObject({
    container: 'm4a',
    make: { by: 'plan', plan: { video: null, container: 'm4a' } },
  })
})

test('the first format of a podcast episode is a direct link to the original file (C45)', () => {
  const rows = shapeRows('podcast')
  expect(rows[0]).toMatchObject({ suggested: true, make: { by: 'link' } })
  expect(labels(rows)[0]).toBe('Audio MP3 128 kbps')
})

test('if the file of a merge would exceed the maximum size, the merge is not offered', () => {
  const isOffered = (bytes: number) =>
    rowsOf([video({ filesize: bytes - 10 }), audioStream({ filesize: 10 })]).some(
      (row) => row.group === 'both',
    )
  expect([4 * 1024 ** 3, 4 * 1024 ** 3 + 1, 5 * 1024 ** 3].map(isOffered)).toEqual([true, false, false])
})

test('the note of a format names HDR, a high frame rate or an uncommon codec (C37)', () => {
  expect(rowsOf([combined({ hdr: true, fps: 60, vcodec: 'av01.0.12M.10' })])[0]!.note).toBe(
    'HDR, 60 fps, AV1',
  )
})

test('a short video without audio is also offered as an animated GIF', () => {
  const rows = rowsOf([video({ width: 320, height: 180 })], 4)
  expect(labels(rows)).toEqual(['180p MP4', 'Animated GIF'])
  expect(rows[1]).toMatchObject({ converted: true, make: { plan: { container: 'gif', audio: null } } })
  expect(labels(rowsOf([video({})], 300))).toEqual(['1080p MP4'])
})

describe('traits of a rendition, such as "upscaled" or "surround", affect the order and the choice of formats', () => {
  const rows = rowsOf([
    video({ id: 'v' }),
    video({ id: 'big', width: 3_840, height: 2_160, traits: ['upscaled'] }),
    audioStream({ id: 'stereo', abr: 96, tbr: 96 }),
    audioStream({ id: 'six', acodec: 'ec-3', abr: 384, tbr: 384, traits: ['surround'] }),
  ])
  const planOf = (row: (typeof rows)[number]) => (row.make.by === 'plan' ? row.make.plan : undefined)

  test('merges and conversions use stereo audio instead of surround sound, even if the surround sound has a higher bitrate', () => {
    expect(rows.filter((row) => row.group === 'both').map((row) => planOf(row)?.audio?.id)).toEqual([
      'stereo',
      'stereo',
    ])
    expect(planOf(rows.find((row) => row.converted)!)?.audio?.id).toBe('stereo')
  })

  test('an upscaled video comes after a video in its original size and is not suggested', () => {
    expect(rows.map((row) => [row.height, row.suggested ?? false]).slice(0, 2)).toEqual([
      [1_080, true],
      [2_160, false],
    ])
    expect(rows[1]!.note).toBe('enlarged by the site')
  })

  test('the only format of an item is suggested, even if it is upscaled', () => {
    expect(rowsOf([combined({ traits: ['upscaled'] })])[0]!.suggested).toBe(true)
  })

  test('if a newer merger sends an unknown value in the list `traits`, the formats do not change', () => {
    const [strange, plain] = [rowsOf([combined({ traits: ['holographic'] })]), rowsOf([combined({})])]
    const seen = (list: typeof rows) => list.map((row) => [labelOf(row), row.note, row.key, row.suggested])
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

  test('an animated GIF is offered only for a direct MP4 without sound whose duration is unknown or at most one minute', () => {
    expect(isOffered({}, 60)).toBe(true)
    expect(isOffered({}, 60.1)).toBe(false)
    expect(isOffered({}, null)).toBe(true)
    expect(isOffered({ kind: 'both' })).toBe(false)
    expect(isOffered({ transport: 'hls' })).toBe(false)
    expect(isOffered({ container: 'webm' })).toBe(false)
    expect(isOffered({}, 4, audioStream({}))).toBe(false)
  })

  test('the size and bitrate of an animated GIF are unknown; its traits, such as "preview", are those of its source video', () => {
    const gif = rowsOf([video({ traits: ['preview'] })], 4).find((row) => row.container === 'gif')
    expect(gif).toMatchObject({
      group: 'video',
      original: true,
      language: null,
      size: { bytes: null, about: false },
      tbr: null,
      abr: null,
      traits: ['preview'],
      note: 'preview only, converted',
    })
  })
})
