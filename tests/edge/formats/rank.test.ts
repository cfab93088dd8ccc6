import { describe, expect, test } from 'vitest'
import type { FormatRow } from '../../../edge/formats/format-row.ts'
import { withKey } from '../../../edge/formats/format-row.ts'
import { deduplicate, rank, suggest } from '../../../edge/formats/rank.ts'
import { rendition } from '../../builders.ts'

const link: FormatRow['make'] = { by: 'link', rendition: rendition({}) }
const plan: FormatRow['make'] = {
  by: 'plan',
  plan: { source_url: 'https://site.example/v', video: null, audio: null, container: 'mp4' },
}

/** Returns a format: a 720p MP4 with sound. `facts` replaces some of its fields. */
const row = (facts: Partial<FormatRow> = {}): FormatRow =>
  withKey({
    make: link,
    group: 'both',
    height: 720,
    container: 'mp4',
    codec: 'avc1',
    language: null,
    original: true,
    hdr: false,
    fps: null,
    size: { bytes: null, about: false },
    tbr: null,
    abr: null,
    vbr: null,
    resolution: null,
    traits: [],
    ...facts,
  })
const sound = (facts: Partial<FormatRow> = {}) =>
  row({ group: 'audio', height: null, container: 'm4a', codec: 'mp4a', ...facts })
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
    expectKept(row({ codec: 'avc1', tbr: 100 }), row({ codec: 'av01', tbr: 900 }))
    expectKept(row({ codec: 'avc1', make: plan, tbr: 1 }), row({ codec: 'hvc1', tbr: 900 }))
  })

  test('outside of MP4, formats with different codecs are compared by bitrate', () => {
    expectKept(
      row({ container: 'mkv', codec: 'vp9', tbr: 900 }),
      row({ container: 'mkv', codec: 'avc1', tbr: 1 }),
    )
    expectKept(row({ codec: 'hvc1', tbr: 900 }), row({ codec: 'av01', tbr: 100 }))
    expectKept(row({ codec: null, tbr: 900 }), row({ codec: 'avc1', tbr: 100 }))
  })

  test("a direct file is kept instead of a merge, unless its bitrate is below 85 % of the merge's bitrate", () => {
    expectKept(row({ tbr: 850 }), row({ make: plan, tbr: 1_000 }))
    expectKept(row({ make: plan, tbr: 1_000 }), row({ tbr: 849 }))
    expectKept(row({ tbr: null }), row({ make: plan, tbr: 1_000 }))
    expectKept(row({ tbr: 10 }), row({ make: plan, tbr: null }))
  })

  test('a format with an exact size is kept instead of a format with an estimated or unknown size', () => {
    expectKept(row({ size: exact(5), tbr: 100 }), row({ size: about(5), tbr: 900 }))
    expectKept(row({ size: exact(5), tbr: 100 }), row({ tbr: 900 }))
    expectKept(row({ size: about(5), tbr: 900 }), row({ tbr: 100 }))
  })

  test('the format with the highest bitrate is kept, and of two equal formats the later one is kept', () => {
    expectKept(row({ tbr: 900 }), row({ tbr: 100 }))
    expectKept(row({ tbr: 100 }), row({ tbr: null }))
    const [first, second] = [row({ vbr: 1 }), row({ vbr: 2 })]
    expect(deduplicate([first, second])).toEqual([second])
  })

  test('if two formats differ in group, height, HDR, trait, container, language or conversion, both are kept', () => {
    expectBoth(row(), row({ group: 'video' }))
    expectBoth(row(), row({ height: 360 }))
    expectBoth(row(), row({ height: null }))
    expectBoth(row(), row({ hdr: true }))
    expectBoth(row(), row({ traits: ['upscaled'] }))
    expectBoth(row(), row({ container: 'webm' }))
    expectBoth(row(), row({ language: 'de' }))
    expectBoth(row(), row({ converted: true }))
    expectBoth(sound({ abr: 128 }), sound({ abr: 64 }))
  })

  test('audio with an unknown bitrate is removed if there is similar audio with a known bitrate', () => {
    const unknown = sound({ abr: null })
    expectKept(sound({ abr: 128 }), unknown)
    expectBoth(unknown, sound({ abr: 128, converted: true, codec: 'mp4a' }))
    expectBoth(unknown, sound({ abr: 128, language: 'de' }))
    expectBoth(unknown, sound({ abr: 128, traits: ['surround'] }))
    expectBoth(unknown, sound({ abr: 128, container: 'webm' }))
    expectBoth(unknown, row({ abr: 128, container: 'm4a' }))
    expectBoth(row({ container: 'm4a' }), sound({ abr: 128 }))
  })
})

describe('the order of the formats', () => {
  const expectOrder = (...rows: FormatRow[]) => {
    expect(rank(rows)).toEqual(rows)
    expect(rank(rows.toReversed())).toEqual(rows)
  }

  test('video with sound comes first, then video without sound, then audio', () => {
    expectOrder(row({ height: 144 }), row({ group: 'video', height: 2_160 }), sound({ abr: 320 }))
  })

  test('audio formats are listed in this order: copied audio, converted audio, the song of a post', () => {
    expectOrder(
      sound({ abr: 64 }),
      sound({ abr: 320, converted: true }),
      sound({ abr: 128, traits: ['post_sound'] }),
    )
  })

  test('dubs come after the original language; in each language, formats with an unusual trait come last', () => {
    expectOrder(
      row({ height: 360 }),
      row({ height: 1_080, traits: ['upscaled'] }),
      row({ height: 2_160, original: false }),
      row({ height: 2_160, original: false, traits: ['incomplete'] }),
    )
    expectOrder(sound({ abr: 64 }), sound({ abr: 384, traits: ['surround'] }))
  })

  test('the tallest video comes first, then the container that most players support, then the highest bitrate', () => {
    expectOrder(
      row({ height: 1_080, container: 'avi' }),
      row({ container: 'mp4', abr: 128 }),
      row({ container: 'mp4', abr: 64 }),
      row({ container: 'mp4', abr: null }),
      row({ container: 'webm', abr: 320 }),
      row({ container: 'mkv', abr: 320 }),
      row({ container: 'avi', abr: 320 }),
      row({ height: null }),
    )
  })
})

describe('the format that the page suggests', () => {
  /** Checks that, of the formats in this order, only the format at `index` is suggested. */
  const expectSuggested = (index: number, ...rows: FormatRow[]) =>
    expect(suggest(rows).map(({ suggested }) => suggested ?? false)).toEqual(
      rows.map((_, at) => at === index),
    )

  test('an MP4 up to 1080p with H.264 or an unknown codec is suggested before other formats', () => {
    expectSuggested(
      3,
      row({ height: 2_160 }),
      row({ height: 1_080, container: 'webm' }),
      row({ height: 1_080, codec: 'av01' }),
      row({ height: 1_080 }),
      row({ height: 720 }),
      sound(),
    )
    expectSuggested(1, row({ codec: 'av01' }), row({ codec: null }))
    expectSuggested(1, row({ height: 1_081 }), row({ height: null }))
    expectSuggested(1, row({ container: 'webm', codec: 'avc1' }), row())
  })

  test('if no MP4 up to 1080p has H.264, another MP4 up to 1080p is suggested; without any MP4, another video', () => {
    expectSuggested(1, row({ container: 'webm', codec: 'vp9' }), row({ codec: 'av01' }))
    expectSuggested(
      1,
      row({ height: 2_160 }),
      row({ container: 'webm', codec: 'vp9' }),
      row({ container: 'mkv' }),
    )
  })

  test('if every video with sound is taller than 1080p, the video with the smallest height is suggested', () => {
    expectSuggested(1, row({ height: 4_320 }), row({ height: 2_160 }), sound())
  })

  test('if no video has original sound, the audio is suggested; if there is no audio either, the first format', () => {
    expectSuggested(2, row({ group: 'video' }), row({ group: 'video', height: 360 }), sound())
    expectSuggested(2, row({ original: false }), row({ group: 'video' }), sound())
    expectSuggested(0, row({ group: 'video' }), row({ group: 'video', height: 360 }))
    expect(suggest([])).toEqual([])
  })

  test('a format with an unusual trait is suggested only if all videos with sound have such a trait', () => {
    for (const trait of ['surround', 'upscaled', 'incomplete'])
      expectSuggested(1, row({ height: 1_080, traits: [trait] }), row({ height: 360 }))
    expectSuggested(0, row({ traits: ['upscaled'] }), sound())
    expectSuggested(0, row({ height: 1_080, traits: ['premium'] }), row({ height: 360 }))
    expectSuggested(2, row({ height: 1_080, traits: ['upscaled'] }), sound(), row({ height: 360 }))
  })
})
