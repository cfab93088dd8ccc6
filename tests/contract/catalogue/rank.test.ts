import { describe, expect, test } from 'vitest'
import type { FormatRow } from '#contract/catalogue/format-row.ts'
import { deduplicate, rank, suggest } from '#contract/catalogue/rank.ts'
import { rendition } from '../../builders.ts'
import { formatRow } from './rows.ts'

const plan: FormatRow['make'] = {
  by: 'plan',
  plan: { source_url: 'https://site.example/v', video: null, audio: null, container: 'mp4' },
}

const sound = (facts: Partial<FormatRow> = {}) =>
  formatRow({ group: 'audio', height: null, ext: 'm4a', codec: 'mp4a', ...facts })
const exact = (filesize: number) => ({ filesize })
const about = (filesize: number) => ({ filesize, about: true })

describe('of two similar formats, one is kept', () => {
  /** Checks that `better` is kept and `worse` is removed, in both orders of the two formats. */
  const expectKept = (better: FormatRow, worse: FormatRow) => {
    expect(deduplicate([worse, better])).toEqual([better])
    expect(deduplicate([better, worse])).toEqual([better])
  }
  const expectBoth = (a: FormatRow, b: FormatRow) => expect(deduplicate([a, b])).toEqual([a, b])

  test('keeps an H.264 MP4 at a lower rate', () => {
    expectKept(formatRow({ codec: 'avc1', tbr: 100 }), formatRow({ codec: 'av01', tbr: 900 }))
    expectKept(formatRow({ codec: 'avc1', make: plan, tbr: 1 }), formatRow({ codec: 'hvc1', tbr: 900 }))
  })

  test('prefers H.264 only between known codecs in MP4', () => {
    expectKept(
      formatRow({ ext: 'mkv', codec: 'vp9', tbr: 900 }),
      formatRow({ ext: 'mkv', codec: 'avc1', tbr: 1 }),
    )
    expectKept(formatRow({ codec: 'hvc1', tbr: 100 }), formatRow({ codec: 'av01', tbr: 900 }))
    expectKept(formatRow({ codec: 'hvc1', make: plan, tbr: 1 }), formatRow({ codec: 'av01', tbr: 900 }))
    expectKept(formatRow({ codec: 'avc1', make: plan, tbr: 900 }), formatRow({ codec: null, tbr: 100 }))
    expectKept(formatRow({ codec: null, tbr: 900 }), formatRow({ codec: 'avc1', tbr: 100 }))
  })

  test('keeps a direct file above 85 percent of a merge', () => {
    expectKept(formatRow({ tbr: 850 }), formatRow({ make: plan, tbr: 1_000 }))
    expectKept(formatRow({ make: plan, tbr: 1_000 }), formatRow({ tbr: 849 }))
    expectKept(formatRow({ tbr: null }), formatRow({ make: plan, tbr: 1_000 }))
    expectKept(formatRow({ tbr: 10 }), formatRow({ make: plan, tbr: null }))
  })

  test('keeps a smooth picture at a lower rate', () => {
    const [smooth, even] = [formatRow({ fps: 60, tbr: 100 }), formatRow({ fps: 30, tbr: 900 })]
    expectKept(smooth, even)
    expectKept({ ...smooth, make: plan }, even)
    expectKept(smooth, { ...even, make: plan })
    expectKept(smooth, { ...even, ...exact(5) })
    expectKept(formatRow({ fps: 25, tbr: 900 }), formatRow({ fps: 30, tbr: 100 }))
    expectKept(formatRow({ fps: null, tbr: 900 }), smooth)
    expectKept(formatRow({ fps: null, tbr: 900 }), { ...smooth, make: plan })
    expectKept({ ...even, codec: 'avc1' }, { ...smooth, codec: 'av01' })
  })

  test('keeps a format with an exact size', () => {
    expectKept(formatRow({ ...exact(5), tbr: 100 }), formatRow({ ...about(5), tbr: 900 }))
    expectKept(formatRow({ ...exact(5), tbr: 100 }), formatRow({ tbr: 900 }))
    expectKept(formatRow({ ...about(5), tbr: 900 }), formatRow({ tbr: 100 }))
  })

  test('keeps a list that plays at once above 70 percent of the rate', () => {
    const playable: FormatRow['make'] = { ...plan, play: rendition({}) }
    expectKept(formatRow({ make: playable, tbr: 700 }), formatRow({ make: plan, tbr: 1_000 }))
    expectKept(formatRow({ make: plan, tbr: 1_000 }), formatRow({ make: playable, tbr: 699 }))
  })

  test('keeps one of the same sound, whether its codec is stated or not', () => {
    for (const ext of ['m4a', 'aac']) {
      const stated = sound({ abr: 128, ext, codec: 'mp4a' })
      expect(deduplicate([{ ...stated, codec: null }, stated])).toEqual([stated])
    }
  })

  test('keeps the higher rate, or else the second', () => {
    expectKept(formatRow({ tbr: 900 }), formatRow({ tbr: 100 }))
    expectKept(formatRow({ tbr: 100 }), formatRow({ tbr: null }))
    expectKept(formatRow({ tbr: null, vbr: 900 }), formatRow({ tbr: 1_000 }))
    const [first, second] = [formatRow({ vbr: 1 }), formatRow({ vbr: 2 })]
    expect(deduplicate([first, second])).toEqual([second])
  })

  test('keeps formats that differ in a choice', () => {
    expectBoth(formatRow(), formatRow({ group: 'video' }))
    expectBoth(formatRow(), formatRow({ height: 360 }))
    expectBoth(formatRow(), formatRow({ height: null }))
    expectBoth(formatRow(), formatRow({ hdr: true }))
    expectBoth(formatRow(), formatRow({ traits: ['upscaled'] }))
    expectBoth(formatRow(), formatRow({ ext: 'webm' }))
    expectBoth(formatRow(), formatRow({ language: 'de' }))
    expectBoth(formatRow(), formatRow({ converted: true }))
    expectBoth(sound({ abr: 128 }), sound({ abr: 64 }))
  })

  test('drops audio of unknown rate beside a known one', () => {
    const unknown = sound({ abr: null })
    expectKept(sound({ abr: 128 }), unknown)
    expectBoth(unknown, sound({ abr: 128, converted: true, codec: 'mp4a' }))
    expectBoth(unknown, sound({ abr: 128, language: 'de' }))
    expectBoth(unknown, sound({ abr: 128, traits: ['surround'] }))
    expectBoth(unknown, sound({ abr: 128, ext: 'webm' }))
    expectBoth(unknown, formatRow({ abr: 128, ext: 'm4a' }))
    expectBoth(formatRow({ ext: 'm4a' }), sound({ abr: 128 }))
  })
})

describe('the formats are sorted', () => {
  const expectOrder = (...rows: FormatRow[]) => {
    expect(rank(rows)).toEqual(rows)
    expect(rank(rows.toReversed())).toEqual(rows)
  }

  test('orders video with sound, silent video, audio', () => {
    expectOrder(formatRow({ height: 144 }), formatRow({ group: 'video', height: 2_160 }), sound({ abr: 320 }))
  })

  test('orders audio, conversions, songs', () => {
    expectOrder(
      sound({ abr: 64 }),
      sound({ abr: 320, converted: true }),
      sound({ abr: 128, traits: ['post_sound'] }),
    )
  })

  test('orders dubs and unusual traits last', () => {
    expectOrder(
      formatRow({ height: 360 }),
      formatRow({ height: 1_080, traits: ['upscaled'] }),
      formatRow({ height: 2_160, original: false }),
      formatRow({ height: 2_160, original: false, traits: ['incomplete'] }),
    )
    expectOrder(sound({ abr: 64 }), sound({ abr: 384, traits: ['surround'] }))
  })

  test('orders pictures of one height by the container', () => {
    expectOrder(...['mp4', 'm4v', 'mov', 'webm', 'mkv', 'avi'].map((ext) => formatRow({ ext })))
  })

  test('orders other versions after the main one and after sound of none', () => {
    const rows = [
      sound({ abr: 128 }),
      sound({ abr: 64, version: 'uncut' }),
      sound({ version: 'cut', abr: 256 }),
    ]
    expect(rank(rows, 'uncut')).toEqual(rows)
    const pictures = [formatRow({ version: 'uncut' }), formatRow({ version: 'cut', height: 1_080 })]
    expect(rank(pictures, 'uncut')).toEqual(pictures)
  })

  test('orders audio by what every player opens, and lossless last', () => {
    expectOrder(
      sound({ abr: 160 }),
      sound({ abr: 128, ext: 'mp3', codec: 'mp3' }),
      sound({ abr: 160, ext: 'webm', codec: 'opus' }),
      sound({ abr: 96 }),
      sound({ abr: 64, ext: 'webm', codec: 'opus' }),
      sound({ abr: 900, ext: 'flac', codec: 'flac', isLossless: true, ...exact(900) }),
      sound({ abr: 1_411, ext: 'wav', codec: 'pcm', isLossless: true, ...exact(1_411) }),
      sound({ abr: 2_116, ext: 'aiff', codec: 'pcm', isLossless: true, ...exact(2_116) }),
    )
  })

  test('prefers a far better rate to what every player opens', () => {
    expectOrder(sound({ abr: 256, ext: 'webm', codec: 'opus' }), sound({ abr: 96 }))
  })

  test('orders other versions and audio descriptions last', () => {
    expectOrder(
      formatRow({ height: 360 }),
      formatRow({ height: 1_080, version: 'uncut' }),
      formatRow({ height: 1_080, original: false }),
      formatRow({ height: 1_080, original: false, traits: ['audio_description'] }),
    )
  })

  test('orders by height, container and audio rate', () => {
    expectOrder(
      formatRow({ height: 1_080, ext: 'avi' }),
      formatRow({ ext: 'mp4', abr: 128 }),
      formatRow({ ext: 'mp4', abr: 64 }),
      formatRow({ ext: 'mp4', abr: null }),
      formatRow({ ext: 'webm', abr: 320 }),
      formatRow({ ext: 'mkv', abr: 320 }),
      formatRow({ ext: 'avi', abr: 320 }),
      formatRow({ height: null }),
    )
  })
})

describe('the edge suggests one of the formats', () => {
  /** Checks that, of the formats in `rows`, only the one at `index` is suggested. */
  const expectSuggested = (index: number, ...rows: FormatRow[]) =>
    expect(suggest(rows, null).map(({ suggested }) => suggested ?? false)).toEqual(
      rows.map((_, at) => at === index),
    )

  test('suggests an H.264 MP4 up to 1080p first', () => {
    expectSuggested(
      3,
      formatRow({ height: 2_160 }),
      formatRow({ height: 1_080, ext: 'webm' }),
      formatRow({ height: 1_080, codec: 'av01' }),
      formatRow({ height: 1_080 }),
      formatRow({ height: 720 }),
      sound(),
    )
    expectSuggested(1, formatRow({ codec: 'av01' }), formatRow({ codec: null }))
    expectSuggested(1, formatRow({ height: 1_081 }), formatRow({ height: null }))
    expectSuggested(1, formatRow({ ext: 'webm', codec: 'avc1' }), formatRow())
  })

  test('suggests another video up to 1080p next', () => {
    expectSuggested(1, formatRow({ ext: 'webm', codec: 'vp9' }), formatRow({ codec: 'av01' }))
    expectSuggested(
      1,
      formatRow({ height: 2_160, codec: 'av01' }),
      formatRow({ ext: 'webm', codec: 'vp9' }),
      formatRow({ ext: 'mkv' }),
    )
  })

  test('suggests a taller file that a phone opens before one that it does not', () => {
    expectSuggested(
      1,
      formatRow({ height: 2_160 }),
      formatRow({ height: 1_440 }),
      formatRow({ ext: 'webm', codec: 'vp9' }),
    )
    expectSuggested(1, formatRow({ codec: 'av01' }), formatRow({ codec: 'hvc1' }))
    expectSuggested(1, formatRow({ ext: 'mkv', codec: 'hvc1' }), formatRow({ codec: 'av01' }))
    expectSuggested(1, formatRow({ ext: 'webm', codec: 'vp9' }), formatRow({ ext: 'mov', codec: null }))
  })

  test('suggests neither another version nor an audio description', () => {
    expectSuggested(1, formatRow({ height: 1_080, version: 'uncut' }), formatRow())
    expectSuggested(1, formatRow({ height: 1_080, traits: ['audio_description'] }), formatRow())
  })

  test('suggests a described picture before its sound where nothing else is offered', () => {
    const described = { traits: ['audio_description'], original: false }
    expectSuggested(0, formatRow({ height: 1_080, ...described }), sound(described))
  })

  test('suggests a silent picture as it does one with sound', () => {
    const silent = (facts: Partial<FormatRow>) => formatRow({ group: 'video', ...facts })
    expectSuggested(1, silent({ height: 2_160 }), silent({ height: 1_080 }), silent({ ext: 'gif' }))
    expectSuggested(1, silent({ height: 1_080, codec: 'av01' }), silent({ height: 720 }))
    expectSuggested(0, silent({ ext: 'jpg', height: 2_160 }), silent({ ext: 'jpg', height: 360 }))
  })

  test('suggests the smallest of taller videos', () => {
    expectSuggested(1, formatRow({ height: 4_320 }), formatRow({ height: 2_160 }), sound())
    const vp9 = (ext: string, height: number) => formatRow({ ext, height, codec: 'vp9' })
    expectSuggested(1, vp9('webm', 4_320), vp9('webm', 2_160), vp9('mkv', 2_160))
  })

  test('suggests audio without a video in the original language', () => {
    expectSuggested(2, formatRow({ group: 'video' }), formatRow({ group: 'video', height: 360 }), sound())
    expectSuggested(2, formatRow({ original: false }), formatRow({ group: 'video' }), sound())
    expectSuggested(0, formatRow({ group: 'video' }), formatRow({ group: 'video', height: 360 }))
    expect(suggest([], null)).toEqual([])
  })

  test('suggests no unusual trait beside an ordinary video', () => {
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
