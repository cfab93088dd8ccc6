import { describe, expect, test } from 'vitest'
import { refOf } from '#contract/engine/merge.ts'
import {
  audioRate,
  bestByLanguage,
  choiceOf,
  keyOf,
  planBase,
  resolutionOf,
  type FormatRow,
} from '#contract/catalogue/format-row.ts'
import { rendition } from '../../builders.ts'
import { extractionOf } from '../../extractions.ts'
import { formatRow } from './rows.ts'
import { labelOf, noteOf } from '../../row-text.ts'

/** Returns an MP4 format with video and sound, but without height or codec; `facts` replaces some fields. */
const row = (facts: Partial<FormatRow> = {}) => formatRow({ height: null, codec: null, ...facts })

describe('a format gets its properties from its rendition', () => {
  test('measures a video in lines and an image in pixels', () => {
    expect(resolutionOf(rendition({ width: 1_280, height: 720 }))).toBe('720p')
    expect(resolutionOf(rendition({}))).toBe(null)
    for (const container of ['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif']) {
      expect(resolutionOf(rendition({ container, width: 30, height: 20 })), container).toBe('30 × 20')
      expect(resolutionOf(rendition({ container, width: 30 })), container).toBe(null)
      expect(resolutionOf(rendition({ container, height: 20 })), container).toBe(null)
    }
  })

  test('refers to audio by its audio codec', () => {
    const codecs = { vcodec: 'avc1', acodec: 'mp4a' }
    expect(refOf(rendition({ ...codecs, kind: 'audio' })).codec).toBe('mp4a')
    expect(refOf(rendition({ ...codecs, kind: 'video' })).codec).toBe('avc1')
    expect(refOf(rendition({ ...codecs, kind: 'both' })).codec).toBe('avc1')
  })

  test('takes the total rate of audio without an audio rate', () => {
    expect(audioRate(rendition({ kind: 'audio', abr: 96, tbr: 128 }))).toBe(96)
    expect(audioRate(rendition({ kind: 'audio', tbr: 128 }))).toBe(128)
    expect(audioRate(rendition({ kind: 'both', tbr: 128 }))).toBe(null)
  })

  test('puts number, title and duration of an item into the plan', () => {
    const extraction = extractionOf('https://media.test/direct/1', undefined)
    expect(planBase(extraction)).toEqual({ source_url: extraction.source_url })
    expect(planBase({ ...extraction, part: { index: 3, total: 4 } })).toEqual({
      source_url: extraction.source_url,
      item: 3,
      chosen: { title: extraction.title, duration: extraction.duration },
    })
  })

  test('lists the best audio by language, the original first', () => {
    const audio = (id: string, abr: number, language: string | null, original = false) =>
      rendition({ id, kind: 'audio', abr, language, original })
    const best = bestByLanguage(
      [
        audio('de', 1, 'de'),
        audio('unknown', 1, null),
        audio('first', 2, 'en', true),
        audio('second', 2, 'en', true),
        audio('de-2', 2, 'de'),
        audio('low', 1, 'en', true),
      ],
      (one) => one.abr ?? 0,
    )
    expect(best.map(({ id }) => id)).toEqual(['second', 'de-2', 'unknown'])
    expect(bestByLanguage([], () => 0)).toEqual([])
  })
})

describe('the edge computes the key of a format from its properties', () => {
  test('puts the facts of a video into its key', () => {
    expect(keyOf(row())).toBe('both::mp4::')
    expect(keyOf(row({ height: 720, codec: 'av01', hdr: true, traits: ['upscaled'], language: 'de' }))).toBe(
      'both:720:mp4:av01-hdr-upscaled:de',
    )
    expect(keyOf(row({ group: 'video', ext: 'gif', codec: 'avc1', converted: true }))).toBe(
      'video::gif:converted:',
    )
  })

  test('puts the nearest standard rate into the key', () => {
    const rateOf = (abr: number | null) => keyOf(row({ group: 'audio', abr, height: 720 })).split(':')[1]
    expect([32, 39.9, 40, 40.1, 128, 135, 500, 1].map(rateOf)).toEqual(
      ['32', '32', '32', '48', '128', '128', '320', '32'], // 40 kbps is equally near 32 and 48: 32 is used.
    )
    expect(rateOf(null)).toBe('')
  })

  test('puts only what a visitor chooses between into the key', () => {
    const choice = (facts: Partial<FormatRow>) => choiceOf(row(facts))
    expect(choice({ traits: ['upscaled', 'post_sound', 'preview', 'surround'] })).toBe(
      '-song-surround-upscaled',
    )
    expect(choice({ traits: ['preview', 'premium', 'spherical', 'audio_description'] })).toBe(
      '-premium-described',
    )
    expect(choice({ version: 'Italian subtitles in the picture', isLossless: true })).toBe(
      '-italiansubtitlesinthepicture-lossless',
    )
  })
})

describe('a format gets its label and its note from its rendition', () => {
  test('labels videos, audio and images', () => {
    expect(labelOf(row({ height: 720 }))).toBe('720p MP4')
    expect(labelOf(row())).toBe('MP4 (quality unknown)')
    expect(labelOf(row({ group: 'audio', ext: 'm4a', abr: 127.6 }))).toBe('Audio M4A 128 kbps')
    expect(labelOf(row({ group: 'audio', ext: 'm4a' }))).toBe('Audio M4A')
    expect(labelOf(row({ ext: 'gif', height: 10 }))).toBe('Animated GIF')
    expect(labelOf(row({ ext: 'webp', height: 10 }))).toBe('Image WEBP')
  })

  test('notes a codec that few players support', () => {
    const noteFor = (group: FormatRow['group'], codec: string | null) => noteOf(row({ group, codec }))
    for (const codec of ['hvc1', 'av01', 'vp9', 'vp8']) expect(noteFor('both', codec), codec).toBeTruthy()
    for (const codec of ['opus', 'ac-3', 'ec-3']) expect(noteFor('audio', codec), codec).toBeTruthy()
    for (const codec of ['avc1', 'opus', null]) expect(noteFor('video', codec), String(codec)).toBeUndefined()
    for (const codec of ['mp4a', 'mp3', 'vp9']) expect(noteFor('audio', codec), codec).toBeUndefined()
  })

  test('notes more than 31 frames per second', () => {
    expect(noteOf(row({ fps: 31 }))).toBeUndefined()
    expect(noteOf(row({ fps: 31.6 }))).toBe('32 fps')
  })

  test('notes another language, and a dub only where the site says so', () => {
    const other = (language: string | null, traits: string[] = [], version: string | null = null) =>
      noteOf(row({ original: false, language, traits, version }))
    expect(other('de')).toBe('in German')
    expect(other('de', ['dub'])).toBe('dubbed: German')
    expect(other('de', ['original_sound'])).toBe('original sound: German')
    expect(other('de_dub')).toBe('in de_dub')
    expect(other('pt-BR')).toBe('in Brazilian Portuguese')
    expect(other('de', [], 'German [DE]')).toBe('German [DE]')
    expect(other(null)).toBeUndefined()
    expect(noteOf(row({ original: true, language: 'de' }))).toBeUndefined()
  })

  test('notes the language of an audio description', () => {
    const described = (language: string | null) =>
      noteOf(row({ traits: ['audio_description'], original: false, language }))
    expect(described('en')).toBe('audio description: English')
    expect(described('de')).toBe('audio description: German')
    expect(described(null)).toBe('audio description')
  })

  test('notes facts in their order', () => {
    const all = row({
      traits: ['premium', 'preview'],
      hdr: true,
      fps: 60,
      codec: 'av01',
      original: false,
      language: 'de',
      converted: true,
    })
    expect(noteOf(all)).toBe('preview only, higher bitrate, HDR, 60 fps, AV1, in German, converted')
  })
})
