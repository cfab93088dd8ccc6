import { describe, expect, test } from 'vitest'
import { catalogueOf } from '#contract/catalogue/catalogue.ts'
import { made } from '../ytdlp/dumps.ts'
import { aac, picture, served, size, sound } from './rows.ts'

const both = { ext: 'mp4', vcodec: 'avc1.640028', acodec: 'mp4a.40.2' }

describe('a rate in the name of a track', () => {
  const labelFor = (format_id: string, more: object = {}) => served([{ ...aac, format_id, ...more }])[0]

  test.each([
    ['hls-audio-aacl-96-Français', 96],
    ['AAC-190-2ch', 190],
    ['hls-audio-128000-Audio', 128],
  ])('is that of the track: %s', (id, rate) => {
    expect(labelFor(id)).toBe(`* Audio M4A ${rate} kbps | ${id}`)
  })

  test('gives way to a stated one, and is not read from other numbers', () => {
    expect(labelFor('audio-aacl-96', { abr: 64 })).toBe('* Audio M4A 64 kbps | audio-aacl-96')
    for (const id of ['hls-audio-128-en', 'aac-2', 'audio-0', 'xaac-96'])
      expect(labelFor(id)).toBe(`* Audio M4A | ${id}`)
  })

  test('says nothing of a picture', () => {
    expect(made([{ ...both, format_id: 'aac-96' }]).renditions[0]!.tbr).toBe(null)
  })
})

describe('a rate in the wrong unit', () => {
  const duration = 200
  const bytesOf = (formats: object[]) =>
    catalogueOf(made(formats, { duration })).rows.find((row) => row.suggested)!.filesize!
  const ladder = (rates: number[]) =>
    rates.map((tbr, at) => ({
      ...both,
      format_id: `${at}`,
      ...size(640 * (at + 1), 360 * (at + 1)),
      tbr,
      filesize_approx: tbr * 125 * duration,
    }))

  test.each([
    ['bits', [90_000, 700_000, 2_000_000], 50e6],
    ['bits, beside kilobits', [700_000, 2_000], 50e6],
    ['kilobits', [700, 2_000], 50e6],
    ['kilobits of a very large master', [50_000, 220_000], 5.5e9],
  ])('gives no absurd size: %s', (_, rates, bytes) => {
    expect(bytesOf(ladder(rates)) / bytes).toBeCloseTo(1, 1)
  })

  test('in megabits is taken as unknown', () => {
    expect(bytesOf(ladder([0.7, 2]))).toBeGreaterThan(20e6)
  })

  test('gives way to size and length', () => {
    const file = { ...both, format_id: 'v', height: 720, tbr: 2, filesize: 50e6 }
    expect(made([file], { duration }).renditions[0]!.tbr).toBe(2_000)
    expect(made([{ ...file, tbr: 1_800 }], { duration }).renditions[0]!.tbr).toBe(1_800)
  })

  test.each([
    [{ ...aac, abr: 128_000 }, 'Audio M4A 128 kbps'],
    [{ ...aac, abr: 8_000 }, 'Audio M4A 8 kbps'],
    [{ ...sound, ext: 'wav', acodec: 'pcm_s24le', abr: 4_608 }, 'Audio WAV 4608 kbps | lossless'],
  ])('of sound is read as bits where no codec has it', (facts, label) => {
    expect(served([{ format_id: 'a', ...facts }])).toEqual([`* ${label} | a`])
  })
})

test('knows no picture with a thousand frames a second', () => {
  expect(served([{ ...both, format_id: 'v', height: 720, fps: 1_000 }])[0]).toBe('* 720p MP4 | v')
  expect(served([{ ...both, format_id: 'v', height: 720, fps: 59.94 }])[0]).toBe('* 720p MP4 | 60 fps | v')
})

describe('qualities that only words tell apart', () => {
  const ids = (formats: object[]) => served(formats).map((line) => line.split(' | ').at(-1))

  test.each([
    [['sd', 'hd', 'ld']],
    [['http-sd', 'http-hd', 'http-low']],
    [['mp4_high', 'mp4_medium', 'mp4_original']],
  ])('are sorted by the words: %j', (words) => {
    const order = ['ld', 'low', 'sd', 'medium', 'hd', 'high', 'original']
    const place = (id: string | undefined) => order.indexOf(id!.split(/[-_]/).at(-1)!)
    const sorted = words.toSorted((a, b) => place(b) - place(a))
    expect(ids(words.map((format_id) => ({ format_id })))).toEqual(sorted)
  })

  test('are sorted by the words of the notes', () => {
    const notes = ['超清', '标清', '高清']
    const formats = notes.map((format_note, at) => ({ format_id: `${at}`, format_note }))
    expect(ids(formats)).toEqual(['0', '2', '1'])
  })

  test('are sorted beside a picture of known quality', () => {
    expect(ids([{ format_id: 'hd' }, { format_id: 'sd' }, { format_id: 'v', height: 360 }])).toEqual([
      'v',
      'hd',
      'sd',
    ])
  })

  test.each([
    ['a size', { filesize: 9 }],
    ['a rate', { tbr: 900 }],
    ['a height', { height: 360 }],
    ['no word', { format_id: 'other' }],
  ])('keep their order beside %s', (_, facts) => {
    const known = { format_id: 'sd', ...facts }
    expect(ids([{ format_id: 'hd' }, known])[0]).toBe(known.format_id)
  })
})

describe('pictures of one height', () => {
  test('are suggested without HDR if nothing else tells them apart', () => {
    const formats = [
      { ...aac, format_id: 'a' },
      { ...picture, format_id: 'plain', vcodec: 'hvc1.1.6.L120', ...size(1920, 1080), tbr: 4_000 },
      { ...picture, format_id: 'hdr', vcodec: 'hvc1.2.4.L120', ...size(1920, 1080), tbr: 9_000 },
    ]
    expect(served(formats).slice(0, 2)).toEqual([
      '* 1080p MP4 | HEVC | plain+a',
      '1080p MP4 | HDR, HEVC | hdr+a',
    ])
  })
})

test('offers no sound that neither browsers nor the merger read', () => {
  const file = (ext: string) => ({ format_id: ext, ext, url: `https://a.example/x.${ext}` })
  expect(served([{ ...file('mp3'), abr: 320 }, file('ape')])).toEqual(['* Audio MP3 320 kbps | mp3'])
})
