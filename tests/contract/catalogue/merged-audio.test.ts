import { describe, expect, test } from 'vitest'
import type { Rendition } from '#contract/engine/extraction.ts'
import { catalogueOf } from '#contract/catalogue/catalogue.ts'
import { audio as audioStream, combined, extractionOf, video } from '../../extractions.ts'
import { rowsOf } from './rows.ts'
import { noteOf } from '../../row-text.ts'

describe('the edge selects the audio with which a video is merged', () => {
  const both = (rows: ReturnType<typeof rowsOf>) => rows.filter((row) => row.group === 'both')
  const audioIds = (rows: ReturnType<typeof rowsOf>) =>
    both(rows).map((row) => (row.make.by === 'plan' ? row.make.plan.audio?.id : 'direct'))

  test('merges no rendition that has audio', () => {
    expect(audioIds(rowsOf([combined({}), audioStream({})]))).toEqual(['direct'])
  })

  test('offers a direct file above the maximum size', () => {
    expect(rowsOf([combined({ filesize: 5 * 1024 ** 3 })])[0]?.make.by).toBe('link')
  })

  test('prefers audio by container, then by transport', () => {
    const hls = video({ transport: 'hls' })
    const direct = audioStream({ id: 'direct', abr: 320, tbr: 320 })
    const list = audioStream({ id: 'list', transport: 'hls', abr: 64, tbr: 64 })
    const opus = audioStream({ id: 'opus', transport: 'hls', container: 'webm', acodec: 'opus' })
    expect(audioIds(rowsOf([hls, list, direct]))).toEqual(['list'])
    expect(audioIds(rowsOf([hls, direct, opus]))).toEqual(['direct'])
  })

  test('prefers sound that stays in MP4 beside VP9 of an MP4', () => {
    const picture = video({ vcodec: 'vp9' })
    const opus = audioStream({ id: 'opus', container: 'webm', acodec: 'opus', abr: 160, tbr: 160 })
    const [row] = both(rowsOf([picture, audioStream({ id: 'aac', abr: 96, tbr: 96 }), opus]))
    expect([row?.ext, ...audioIds([row!])]).toEqual(['mp4', 'aac'])
  })

  test('marks the sum of an exact and an estimated size', () => {
    const [row] = both(rowsOf([video({ filesize: 1_000 }), audioStream({ filesize: null, tbr: 8, abr: 8 })]))
    expect(row).toMatchObject({ filesize: 1_000 + 100 * 1_000, about: true })
  })

  test('names the heights that are too large from the tallest', () => {
    const large = (id: string, height: number) =>
      video({ id, height, width: (height * 16) / 9, filesize: 5 * 1024 ** 3 })
    const renditions = [large('a', 720), large('b', 1_080), audioStream({})]
    const extraction = { ...extractionOf('https://media.test/direct', undefined), renditions }
    expect(catalogueOf(extraction).tooLarge).toEqual([1_080, 720])
  })

  test('offers only direct files without sound', () => {
    const groups = (transport: Rendition['transport']) =>
      rowsOf([video({ transport }), audioStream({})])
        .filter((row) => row.group !== 'audio')
        .map((row) => row.group)
    expect([groups('http'), groups('hls'), groups('dash')]).toEqual([['both', 'video'], ['both'], ['both']])
  })

  test('merges each language if none is original', () => {
    const german = audioStream({ id: 'de', original: false, language: 'de' })
    const rows = both(rowsOf([video({ id: 'a' }), video({ id: 'b', width: 640, height: 360 }), german]))
    expect(rows.map((row) => [row.height, row.language])).toEqual([
      [1_080, 'de'],
      [360, 'de'],
    ])
  })

  test('offers each dub in one video and one audio format', () => {
    const rows = rowsOf([
      video({ id: 'small', width: 640, height: 360 }),
      video({ id: 'unknown', width: null, height: null }),
      video({ id: 'vp9', container: 'webm', vcodec: 'vp9' }),
      video({ id: 'chosen', width: 1_280, height: 720 }),
      video({ id: 'tall', width: 3_840, height: 2_160 }),
      combined({ id: 'both', width: 1_900, height: 1_079 }),
      audioStream({ id: 'en' }),
      audioStream({ id: 'de', original: false, language: 'de' }),
    ])
    const dubs = rows.filter((row) => row.language === 'de')
    expect(dubs.map((row) => [row.group, row.height])).toEqual([
      ['both', 720],
      ['audio', null],
    ])
  })

  test('plays separate streams only from one master playlist', () => {
    const manifest = 'https://cdn.test/master.m3u8'
    const playOf = (v: Partial<Rendition>, a: Partial<Rendition>) => {
      const [row] = rowsOf([video(v), audioStream(a)])
      return row?.make.by === 'plan' ? row.make.play?.url : 'direct'
    }
    const hls = { transport: 'hls', manifest } as const
    expect(playOf(hls, hls)).toBe(manifest)
    expect(playOf(hls, { ...hls, manifest: 'https://cdn.test/other.m3u8' })).toBeUndefined()
    expect(playOf({ transport: 'hls' }, { transport: 'hls' })).toBeUndefined()
    expect(playOf({ ...hls, transport: 'dash' }, { ...hls, transport: 'dash' })).toBeUndefined()
  })

  test('a variant states the rate of its sound too', () => {
    const hls = { transport: 'hls', manifest: 'https://cdn.test/master.m3u8' } as const
    const rateOf = (a: Partial<Rendition>) =>
      rowsOf([
        video({ ...hls, tbr: 2_400, filesize: null }),
        audioStream({ ...hls, abr: null, tbr: null, filesize: null, ...a }),
      ])[0]?.tbr
    expect(rateOf({})).toBe(2_400)
    expect(rateOf({ abr: 128 })).toBe(2_528)
    expect(rateOf({ manifest: 'https://cdn.test/other.m3u8' })).toBeNull()
  })

  test('previews HLS but not DASH', () => {
    const alone = (facts: Partial<Rendition>) =>
      rowsOf([(facts.kind === 'video' ? video : combined)({ container: 'ts', ...facts })], null)[0]
    const vorbis = { acodec: 'vorbis' }
    expect(alone({ transport: 'hls', ...vorbis })?.ext).toBe('mkv')
    expect(alone({ kind: 'video', transport: 'hls', ...vorbis })).toMatchObject({
      ext: 'mp4',
      group: 'video',
    })
    expect(alone({ transport: 'hls' })?.make).toHaveProperty('play')
    expect(alone({ transport: 'dash' })?.make).not.toHaveProperty('play')
  })
})

test('offers a dub as a second sound too, in MKV where players of MP4 do not take it', () => {
  const secondsOf = (dub: Partial<Rendition>) =>
    rowsOf([
      video({}),
      audioStream({ id: 'own' }),
      audioStream({ id: 'dub', language: 'fr', original: false, ...dub }),
    ]).filter((row) => row.second)
  const [row] = secondsOf({})
  expect(row).toMatchObject({ ext: 'mp4', language: null, second: 'fr', group: 'both' })
  expect(row!.suggested).toBeUndefined()
  expect(noteOf(row!)).toBe('with French as second sound')
  expect(row!.make).toMatchObject({ plan: { audio: { id: 'own' }, second_audio: { id: 'dub' } } })
  expect(secondsOf({ container: 'webm', acodec: 'opus' })[0]).toMatchObject({ ext: 'mkv' })
  expect(secondsOf({ traits: ['audio_description'] })).toEqual([])
})
