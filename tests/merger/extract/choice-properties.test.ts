import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { videoContainer } from '#contract/catalogue/containers.ts'
import { catalogueOf } from '#contract/catalogue/catalogue.ts'
import { made } from '../ytdlp/dumps.ts'

const RANKS = { en: 10, fr: -1, de: 5 }
const language = fc.constantFrom(...Object.keys(RANKS), null)
const amount = (max: number) => fc.option(fc.integer({ min: 10, max }))

const audios = fc.record({
  vcodec: fc.constant('none'),
  acodec: fc.constantFrom('mp4a.40.2', 'opus', 'mp3', 'flac', 'ac-3', 'alac', null),
  ext: fc.constantFrom('m4a', 'webm', 'mp3', 'ogg', 'flac'),
  abr: amount(400),
  filesize: amount(90_000_000),
  language,
})
const videos = fc.record({
  acodec: fc.constantFrom('none', 'mp4a.40.2', null),
  vcodec: fc.constantFrom('avc1.64002a', 'vp9', 'av01.0.08M.08', 'hvc1.1.6', 'vp8', null),
  ext: fc.constantFrom('mp4', 'webm', 'flv'),
  height: fc.option(fc.constantFrom(144, 360, 480, 720, 820, 1080, 1440, 2160)),
  tbr: amount(9_000),
  protocol: fc.constantFrom('https', 'm3u8_native'),
  format_note: fc.constantFrom(null, 'Premium', 'German hardsub', 'uncut', 'ad', '1080p60 HDR'),
  language,
})
const format = fc.oneof(audios, videos).map((facts) => ({
  ...facts,
  language_preference: facts.language === null ? null : RANKS[facts.language as keyof typeof RANKS],
}))
const lists = fc
  .array(format, { minLength: 1, maxLength: 25 })
  .map((formats) => formats.map((facts, at) => ({ ...facts, format_id: `f${at}` })))
/** So short that no file is above the limit. */
const short = fc.option(fc.integer({ min: 1, max: 300 }))
const duration = fc.option(fc.integer({ min: 1, max: 14_000 }))

const rowsOf = (formats: object[], seconds: number | null) =>
  catalogueOf(made(formats, { duration: seconds })).rows
const suggestedOf = (formats: object[], seconds: number | null) => {
  const make = rowsOf(formats, seconds).find((row) => row.suggested)?.make
  if (!make) return undefined
  return make.by === 'link'
    ? [make.rendition.id]
    : [make.plan.video?.id, make.plan.audio?.id, make.plan.container]
}

test('every row has a key of its own, and one row is suggested', () => {
  fc.assert(
    fc.property(lists, duration, (formats, seconds) => {
      const rows = rowsOf(formats, seconds)
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
      expect(rows.filter((row) => row.suggested)).toHaveLength(rows.length > 0 ? 1 : 0)
    }),
  )
})

const noteOf = (note: string | null) => (note?.includes('1080p') ? null : note)

test('a worse format never changes the suggestion', () => {
  fc.assert(
    fc.property(lists, short, fc.nat(24), (formats, seconds, at) => {
      const before = suggestedOf(formats, seconds)
      fc.pre(before !== undefined)
      const ids = before
      const best = formats.find(({ format_id }) => format_id === ids[at % 2]) ?? formats[0]!
      const worse =
        'abr' in best
          ? { ...best, format_id: 'worse', abr: 8, filesize: null }
          : { ...best, format_id: 'worse', format_note: noteOf(best.format_note), height: 96, tbr: 9 }
      fc.pre(!('abr' in best) || (best.abr ?? 0) > 8)
      fc.pre('abr' in best || ((best.height ?? 0) > 96 && (best.height ?? 0) <= 1_080 && (best.tbr ?? 0) > 9))
      expect(suggestedOf([worse, ...formats], seconds)).toEqual(before)
    }),
  )
})

test('the order of the list does not matter where the facts differ', () => {
  const pictures = fc.uniqueArray(fc.constantFrom(144, 360, 480, 720, 1080, 1440), { minLength: 1 })
  const rates = fc.uniqueArray(fc.integer({ min: 32, max: 400 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(pictures, rates, fc.integer(), (heights, abrs, seed) => {
      const formats = [
        ...heights.map((height) => ({
          format_id: `v${height}`,
          height,
          tbr: height * 3,
          vcodec: 'avc1.64002a',
          acodec: 'none',
        })),
        ...abrs.map((abr, at) => ({
          format_id: `a${abr}`,
          abr,
          vcodec: 'none',
          acodec: 'mp4a.40.2',
          ext: 'm4a',
          ...(at % 2 && { language: 'de', language_preference: -1 }),
          ...(at % 2 === 0 && { language: 'en', language_preference: 10 }),
        })),
      ]
      const shuffled = formats.toSorted(
        (a, b) => hash(`${seed}${a.format_id}`) - hash(`${seed}${b.format_id}`),
      )
      expect(suggestedOf(shuffled, 100)).toEqual(suggestedOf(formats, 100))
    }),
  )
})

const hash = (text: string) =>
  text.split('').reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 10_007, 7)

test('an unknown rate or height never stands above a known better one', () => {
  fc.assert(
    fc.property(lists, duration, (formats, seconds) => {
      const rows = rowsOf(formats, seconds)
      const isAlike = (a: (typeof rows)[number], b: (typeof rows)[number]) =>
        a.group === b.group &&
        a.original === b.original &&
        a.version === b.version &&
        a.ext === b.ext &&
        a.isLossless === b.isLossless &&
        a.codec === b.codec &&
        (a.converted ?? false) === (b.converted ?? false) &&
        a.traits.join() === b.traits.join()
      for (const [at, row] of rows.entries())
        for (const below of rows.slice(at + 1).filter((other) => isAlike(row, other))) {
          if (row.group === 'audio' && row.abr === null && !row.isLossless)
            expect(below.abr ?? 0).toBeLessThanOrEqual(128)
          if (row.group !== 'audio' && row.height === null) expect(below.height).toBe(null)
        }
    }),
  )
})

test('ffmpeg accepts both codecs in the container of each pair', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pairs-'))
  const run = (text: string) => execFileSync('ffmpeg', text.split(' '), { cwd: folder, stdio: 'pipe' })
  const encoders = {
    avc1: 'libx264',
    hvc1: 'libx265',
    vp9: 'libvpx-vp9',
    vp8: 'libvpx',
    av01: 'libaom-av1',
    mp4v: 'mpeg4',
  }
  const voices = {
    mp4a: 'aac',
    mp3: 'libmp3lame',
    opus: 'libopus',
    vorbis: 'libvorbis',
    'ac-3': 'ac3',
    'ec-3': 'eac3',
    alac: 'alac',
    flac: 'flac',
  }
  const quiet = '-v error -y'
  for (const [codec, encoder] of Object.entries(encoders))
    run(`${quiet} -f lavfi -i testsrc=d=0.2:s=64x64:r=5 -c:v ${encoder} ${codec}.mkv`)
  for (const [codec, encoder] of Object.entries(voices))
    run(`${quiet} -f lavfi -i sine=d=0.2 -ac 2 -c:a ${encoder} ${codec}.mka`)
  for (const video of Object.keys(encoders))
    for (const audio of Object.keys(voices))
      for (const served of ['mp4', 'webm']) {
        const container = videoContainer(
          { codec: video, container: served },
          { codec: audio, container: served },
        )
        const muxer = container === 'mkv' ? 'matroska' : container
        expect(
          () => run(`${quiet} -i ${video}.mkv -i ${audio}.mka -c copy -f ${muxer} out`),
          `${video} ${audio} ${container}`,
        ).not.toThrow()
      }
})
