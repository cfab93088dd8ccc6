import { describe, expect, test } from 'vitest'
import type { Rendition } from '#contract/engine/extraction.ts'
import { catalogueOf } from '#contract/catalogue/catalogue.ts'
import { audio as audioStream, combined, extractionOf, video } from '../../extractions.ts'
import { rowsOf } from './rows.ts'
import { labelOf, noteOf } from '../../row-text.ts'

test('gives conversions other keys than an MP3 of the site', () => {
  const rows = rowsOf([audioStream({ container: 'mp3', acodec: 'mp3' })])
  expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length)
})

test('notes the rate of the source only above it', () => {
  const rows = rowsOf([audioStream({ abr: 128, tbr: 128 })])
  const notes = rows.filter((row) => row.converted).map((row) => [row.abr, noteOf(row)])
  expect(notes).toContainEqual([128, 'converted'])
  expect(notes).toContainEqual([192, 'converted, no better than the 128 kbps of its source'])
})

test('converts no sound that ffmpeg does not decode', () => {
  expect(rowsOf([audioStream({ acodec: 'mha1' })]).map((row) => row.ext)).toEqual(['m4a'])
  const spoken = audioStream({ id: 'dub', language: 'de', original: false })
  const rows = rowsOf([audioStream({ acodec: 'iamf' }), spoken])
  expect(rows.filter((row) => row.converted).map((row) => row.ext)).toEqual([])
})

describe('the renditions become formats without video', () => {
  const audioOf = (renditions: Rendition[], duration: number | null = 100) =>
    rowsOf(renditions, duration).filter((row) => row.group === 'audio')
  const copies = (renditions: Rendition[]) => audioOf(renditions).filter((row) => !row.converted)

  test('offers the sound of a video without separate audio', () => {
    expect(copies([combined({})]).map((row) => row.ext)).toEqual(['m4a'])
    expect(copies([combined({ acodec: null })])).toEqual([])
    expect(copies([combined({ acodec: 'opus' }), audioStream({})]).map((row) => row.ext)).toEqual(['m4a'])
    expect(audioOf([combined({ container: 'gif' })])).toEqual([])
    expect(audioOf([video({})])).toEqual([])
  })

  test('estimates the size of copied sound', () => {
    const traits = ['upscaled', 'spherical', 'premium', 'preview']
    expect(copies([combined({ traits })])[0]).toMatchObject({
      filesize: 100 * 128 * 125,
      about: true,
      traits: ['preview'],
      codec: 'mp4a',
      abr: 128,
    })
    const [exact] = copies([audioStream({ filesize: 7 })])
    expect([exact?.filesize, exact?.about]).toEqual([7, undefined])
  })

  test('estimates the size of an MP3 with its cover', () => {
    const extraction = extractionOf('https://media.test/podcast/1', undefined)
    const sizeFor = (facts: Partial<typeof extraction>) =>
      catalogueOf({ ...extraction, ...facts }).rows.find((row) => row.converted && row.abr === 128)
    expect(sizeFor({ duration: 10 })).toMatchObject({
      ext: 'mp3',
      codec: 'mp3',
      make: { plan: { container: 'mp3', kbps: 128, video: null } },
      filesize: 10 * 128 * 125 + 40_000,
      about: true,
    })
    expect(sizeFor({ duration: 10, thumbnail: null })).toMatchObject({ filesize: 160_000, about: true })
    expect(sizeFor({ duration: null, is_preview: true })).toMatchObject({ filesize: null, about: undefined })
  })

  test('notes no rate of an unknown source', () => {
    const notes = audioOf([audioStream({ abr: null, tbr: null })]).flatMap((row) =>
      row.converted ? [[row.ext, noteOf(row)]] : [],
    )
    expect(new Map(notes.map(([ext, note]) => [ext, note]))).toEqual(
      new Map([
        ['mp3', 'converted'],
        ['opus', 'converted'],
        ['flac', 'converted, no better than its source'],
        ['wav', 'converted, no better than its source'],
      ]),
    )
  })
})

describe('the sound in the files that the site has not', () => {
  const formsOf = (...renditions: Rendition[]) =>
    rowsOf(renditions, 100)
      .filter(({ ext, make }) => ext !== 'mp3' && make.by === 'plan')
      .map((row) => [labelOf(row), noteOf(row)])

  test('copies the codec that the source has into its usual file', () => {
    const opus = audioStream({ container: 'webm', acodec: 'opus', abr: 133, tbr: 133, filesize: null })
    const [copy] = rowsOf([opus], 100).filter(({ ext }) => ext === 'opus')
    expect(copy).toMatchObject({ abr: 133, filesize: 133 * 100 * 125, about: true })
    expect(copy).not.toHaveProperty('converted')
    expect(copy?.make).toMatchObject({ plan: { container: 'opus', audio: { id: opus.id }, video: null } })
    const adts = audioStream({ container: 'aac', acodec: 'mp4a.40.2', abr: 96, tbr: 96 })
    expect(formsOf(adts)[0]).toEqual(['Audio M4A 96 kbps', undefined])
  })

  test('converts with no rate above that of the source, and tells of files that are no better', () => {
    const none = 'converted, no better than the 133 kbps of its source'
    expect(formsOf(audioStream({ container: 'webm', acodec: 'opus', abr: 133, tbr: 133 }))).toEqual([
      ['Audio OPUS 133 kbps', undefined],
      ['Audio M4A 128 kbps', 'converted'],
      ['Audio FLAC', none],
      ['Audio WAV', none],
    ])
    const poor = formsOf(audioStream({ container: 'mp3', acodec: 'mp3', abr: 24, tbr: 24 }))
    expect(poor[0]).toEqual(['Audio M4A 32 kbps', 'converted, no better than the 24 kbps of its source'])
  })

  test('makes lossless files of a lossless source', () => {
    expect(formsOf(audioStream({ container: 'flac', acodec: 'flac', abr: 900, tbr: 900 }))).toEqual([
      ['Audio M4A 256 kbps', 'converted'],
      ['Audio OPUS 160 kbps', 'converted'],
      ['Audio WAV', 'lossless, converted'],
    ])
  })
})
