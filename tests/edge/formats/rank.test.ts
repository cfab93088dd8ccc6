import { describe, expect, test } from 'vitest'
import type { FormatRow } from '../../../edge/formats/format-row.ts'
import { deduplicate, rank, suggest } from '../../../edge/formats/rank.ts'
import { formatRow } from './rows.ts'

const plan: FormatRow['make'] = {
  by: 'plan',
  plan: { source_url: 'https://site.example/v', video: null, audio: null, container: 'mp4' },
}

const sound = (facts: Partial<FormatRow> = {}) =>
  formatRow({ group: 'audio', height: null, container: 'm4a', codec: 'mp4a', ...facts })
const exact = (bytes: number) => ({ bytes, about: false })
const about = (bytes: number) => ({ bytes, about: true })

describe('of two formats that a visitor cannot tell apart, one is kept', () => {
  /** Checks that `better` is kept and `worse` is removed, in both orders of the two formats. */
  const expectKept = (better: FormatRow, worse: FormatRow) => {
    expect(deduplicate([worse, better])).toEqual([better])
    expect(deduplicate([better, worse])).toEqual([better])
  }
  const expectBoth = (a: FormatRow, b: FormatRow) => expect(deduplicate([a, b])).toEqual([a, b])

  test('an H.264 MP4 is kept instead of an MP4 with another codec, even at a lower bitrate', () => {
    expectKept(formatRow({ codec: 'avc1', tbr: 100 }), formatRow({ codec: 'av01', tbr: 900 }))
    expectKept(formatRow({ codec: 'avc1', make: plan, tbr: 1 }), formatRow({ codec: 'hvc1', tbr: 900 }))
  })

  test('H.264 is preferred to a higher bitrate only between two MP4 formats whose codecs are both known', () => {
    expectKept(
      formatRow({ container: 'mkv', codec: 'vp9', tbr: 900 }),
      formatRow({ container: 'mkv', codec: 'avc1', tbr: 1 }),
    )
    expectKept(formatRow({ codec: 'hvc1', tbr: 900 }), formatRow({ codec: 'av01', tbr: 100 }))
    expectKept(formatRow({ codec: null, tbr: 900 }), formatRow({ codec: 'avc1', tbr: 100 }))
  })

  test("a direct file is kept instead of a merge, unless its bitrate is below 85 % of the merge's bitrate", () => {
    expectKept(formatRow({ tbr: 850 }), formatRow({ make: plan, tbr: 1_000 }))
    expectKept(formatRow({ make: plan, tbr: 1_000 }), formatRow({ tbr: 849 }))
    expectKept(formatRow({ tbr: null }), formatRow({ make: plan, tbr: 1_000 }))
    expectKept(formatRow({ tbr: 10 }), formatRow({ make: plan, tbr: null }))
  })

  test('a format with an exact size is kept instead of a format with an estimated or unknown size', () => {
    expectKept(formatRow({ size: exact(5), tbr: 100 }), formatRow({ size: about(5), tbr: 900 }))
    expectKept(formatRow({ size: exact(5), tbr: 100 }), formatRow({ tbr: 900 }))
    expectKept(formatRow({ size: about(5), tbr: 900 }), formatRow({ tbr: 100 }))
  })

  test('of two similar formats, the higher bitrate is kept; if the bitrates are equal, the second format is kept', () => {
    expectKept(formatRow({ tbr: 900 }), formatRow({ tbr: 100 }))
    expectKept(formatRow({ tbr: 100 }), formatRow({ tbr: null }))
    const [first, second] = [formatRow({ vbr: 1 }), formatRow({ vbr: 2 })]
    expect(deduplicate([first, second])).toEqual([second])
  })

  test('two formats are both kept if they differ in sound, height, HDR, trait, container, language or conversion', () => {
    expectBoth(formatRow(), formatRow({ group: 'video' }))
    expectBoth(formatRow(), formatRow({ height: 360 }))
    expectBoth(formatRow(), formatRow({ height: null }))
    expectBoth(formatRow(), formatRow({ hdr: true }))
    expectBoth(formatRow(), formatRow({ traits: ['upscaled'] }))
    expectBoth(formatRow(), formatRow({ container: 'webm' }))
    expectBoth(formatRow(), formatRow({ language: 'de' }))
    expectBoth(formatRow(), formatRow({ converted: true }))
    expectBoth(sound({ abr: 128 }), sound({ abr: 64 }))
  })

  test('audio with an unknown bitrate is removed if there is similar audio with a known bitrate', () => {
    const unknown = sound({ abr: null })
    expectKept(sound({ abr: 128 }), unknown)
    expectBoth(unknown, sound({ abr: 128, converted: true, codec: 'mp4a' }))
    expectBoth(unknown, sound({ abr: 128, language: 'de' }))
    expectBoth(unknown, sound({ abr: 128, traits: ['surround'] }))
    expectBoth(unknown, sound({ abr: 128, container: 'webm' }))
    expectBoth(unknown, formatRow({ abr: 128, container: 'm4a' }))
    expectBoth(formatRow({ container: 'm4a' }), sound({ abr: 128 }))
  })
})

describe('the formats are sorted', () => {
  const expectOrder = (...rows: FormatRow[]) => {
    expect(rank(rows)).toEqual(rows)
    expect(rank(rows.toReversed())).toEqual(rows)
  }

  test('video with sound comes first, then video without sound, then audio', () => {
    expectOrder(formatRow({ height: 144 }), formatRow({ group: 'video', height: 2_160 }), sound({ abr: 320 }))
  })

  test('audio that is not converted comes first, then converted audio, then the song that a post uses as its music', () => {
    expectOrder(
      sound({ abr: 64 }),
      sound({ abr: 320, converted: true }),
      sound({ abr: 128, traits: ['post_sound'] }),
    )
  })

  test('dubs come after the original language; in each language, formats with a trait like upscaled or surround come last', () => {
    expectOrder(
      formatRow({ height: 360 }),
      formatRow({ height: 1_080, traits: ['upscaled'] }),
      formatRow({ height: 2_160, original: false }),
      formatRow({ height: 2_160, original: false, traits: ['incomplete'] }),
    )
    expectOrder(sound({ abr: 64 }), sound({ abr: 384, traits: ['surround'] }))
  })

  test('formats are ordered by height, then by container (MP4, WebM, Matroska, others), then by audio bitrate', () => {
    expectOrder(
      formatRow({ height: 1_080, container: 'avi' }),
      formatRow({ container: 'mp4', abr: 128 }),
      formatRow({ container: 'mp4', abr: 64 }),
      formatRow({ container: 'mp4', abr: null }),
      formatRow({ container: 'webm', abr: 320 }),
      formatRow({ container: 'mkv', abr: 320 }),
      formatRow({ container: 'avi', abr: 320 }),
      formatRow({ height: null }),
    )
  })
})

describe('the edge suggests one of the formats', () => {
  /** Checks that, of the formats in `rows`, only the one at `index` is suggested. */
  const expectSuggested = (index: number, ...rows: FormatRow[]) =>
    expect(suggest(rows).map(({ suggested }) => suggested ?? false)).toEqual(
      rows.map((_, at) => at === index),
    )

  test('an MP4 up to 1080p with H.264 or an unknown codec is suggested before other formats', () => {
    expectSuggested(
      3,
      formatRow({ height: 2_160 }),
      formatRow({ height: 1_080, container: 'webm' }),
      formatRow({ height: 1_080, codec: 'av01' }),
      formatRow({ height: 1_080 }),
      formatRow({ height: 720 }),
      sound(),
    )
    expectSuggested(1, formatRow({ codec: 'av01' }), formatRow({ codec: null }))
    expectSuggested(1, formatRow({ height: 1_081 }), formatRow({ height: null }))
    expectSuggested(1, formatRow({ container: 'webm', codec: 'avc1' }), formatRow())
  })

  test('without an H.264 MP4 up to 1080p, another MP4 up to 1080p is suggested, or else another video up to 1080p', () => {
    expectSuggested(1, formatRow({ container: 'webm', codec: 'vp9' }), formatRow({ codec: 'av01' }))
    expectSuggested(
      1,
      formatRow({ height: 2_160 }),
      formatRow({ container: 'webm', codec: 'vp9' }),
      formatRow({ container: 'mkv' }),
    )
  })

  test('if every video with sound is taller than 1080p, the video with the smallest height is suggested', () => {
    expectSuggested(1, formatRow({ height: 4_320 }), formatRow({ height: 2_160 }), sound())
  })

  test('if no video has the original audio, an audio format is suggested; without one, the first format is suggested', () => {
    expectSuggested(2, formatRow({ group: 'video' }), formatRow({ group: 'video', height: 360 }), sound())
    expectSuggested(2, formatRow({ original: false }), formatRow({ group: 'video' }), sound())
    expectSuggested(0, formatRow({ group: 'video' }), formatRow({ group: 'video', height: 360 }))
    expect(suggest([])).toEqual([])
  })

  test('suggest prefers a video with sound that has none of the traits surround, upscaled and incomplete', () => {
    for (const trait of ['surround', 'upscaled', 'incomplete'])
      expectSuggested(1, formatRow({ height: 1_080, traits: [trait] }), formatRow({ height: 360 }))
    expectSuggested(0, formatRow({ traits: ['upscaled'] }), sound())
    expectSuggested(0, formatRow({ height: 1_080, traits: ['premium'] }), formatRow({ height: 360 }))
    expectSuggested(
      2,
      formatRow({ height: 1_080, traits: ['upscaled'] }),
      sound(),
      formatRow({ height: 360 }),
    )
  })
})
