import { describe, expect, test } from 'vitest'
import type { Extraction, Rendition } from '#contract/engine/extraction.ts'
import {
  maxBodyBytes,
  sizeOf,
  soundSize,
  usualSize,
  withKnownFacts,
} from '#contract/catalogue/known-facts.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { rendition } from '../../builders.ts'
import { extractionOf } from '../../extractions.ts'

const known = (facts: Partial<Rendition>, duration: number | null = 100, more: Partial<Extraction> = {}) =>
  withKnownFacts({
    ...extractionOf('https://media.test/direct', undefined),
    ...more,
    duration,
    renditions: [rendition(facts)],
  })
const most = (...sizes: (number | null)[]) =>
  maxBodyBytes(
    withKnownFacts({
      ...extractionOf('https://media.test/direct', undefined),
      renditions: sizes.map((filesize) => rendition({ filesize, tbr: null, vbr: null })),
    }),
  )
const ratesOf = (facts: Partial<Rendition>, duration?: number | null) => {
  const { tbr, abr, vbr } = known(facts, duration).renditions[0]!
  return { tbr, abr, vbr }
}

describe('the missing one of bytes, rate and seconds follows from the others', () => {
  test('computes a rate from the size', () => {
    expect(ratesOf({ kind: 'audio', filesize: 4_000_000 })).toEqual({ tbr: 320, abr: 320, vbr: null })
    expect(ratesOf({ kind: 'video', filesize_approx: 4_000_000 })).toEqual({ tbr: 320, abr: null, vbr: 320 })
    expect(ratesOf({ kind: 'audio', filesize: 4_000_000, abr: 128 }).abr).toBe(128)
    expect(ratesOf({ kind: 'audio', filesize: 4_000_000 }, null).abr).toBe(null)
  })

  test('takes the rate of a picture from its exact size, not from a stated peak', () => {
    expect(ratesOf({ kind: 'video', filesize: 4_000_000, tbr: 900 }).tbr).toBe(320)
    expect(ratesOf({ kind: 'both', filesize: 4_000_000, tbr: 900 }).tbr).toBe(320)
    expect(ratesOf({ kind: 'video', filesize_approx: 4_000_000, tbr: 900 }).tbr).toBe(900)
    expect(ratesOf({ kind: 'audio', filesize: 4_000_000, tbr: 300 }).tbr).toBe(300)
  })

  test('takes no rate from a size that cannot be right', () => {
    expect(ratesOf({ kind: 'video', filesize: 100, tbr: 900 }).tbr).toBe(900)
    expect(ratesOf({ kind: 'audio', filesize: 100 }).abr).toBe(null)
    expect(ratesOf({ kind: 'audio', filesize: 100_000 }).abr).toBe(8)
  })

  test('computes the total from the parts and a part from the total', () => {
    expect(ratesOf({ kind: 'both', vbr: 900, abr: 100 }).tbr).toBe(1_000)
    expect(ratesOf({ kind: 'video', vbr: 900 }).tbr).toBe(900)
    expect(ratesOf({ kind: 'audio', abr: 96 }).tbr).toBe(96)
    expect(ratesOf({ kind: 'both', tbr: 0, vbr: 900, abr: 100 }).tbr).toBe(1_000)
    expect(ratesOf({ kind: 'both', tbr: 1_000, vbr: 900 }).abr).toBe(100)
    expect(ratesOf({ kind: 'both', tbr: 1_000, abr: 100 }).vbr).toBe(900)
    expect(ratesOf({ kind: 'both', tbr: 100, vbr: 900 }).abr).toBe(null)
    expect(ratesOf({ kind: 'audio', tbr: 96 }).abr).toBe(96)
  })

  test('computes the seconds from size and rate', () => {
    expect(known({ filesize: 4_000_000, tbr: 320 }, null).seconds).toBe(100)
    expect(known({ filesize: 4_000_000 }, null).seconds).toBe(null)
    expect(known({ filesize: 4_000_000, tbr: 320 }, 7).seconds).toBe(7)
    expect(known({ filesize: 4_000_000, tbr: 320 }, 0).seconds).toBe(100)
    expect(known({ filesize: 4_000_000, tbr: 1 }, null).seconds).toBe(null)
    expect(known({ filesize: 4_000_000, tbr: 320 }, null, { is_preview: true }).seconds).toBe(null)
    const section = { start: 10, end: 20 }
    expect(known({ filesize: 4_000_000, tbr: 320 }, null, { section }).seconds).toBe(null)
  })
})

describe('a size is exact, estimated or unknown', () => {
  test('prefers the stated size to an estimate', () => {
    const about = (filesize: number) => ({ filesize, about: true })
    expect(sizeOf(rendition({ filesize: 5, filesize_approx: 6, tbr: 8 }), 10)).toEqual({ filesize: 5 })
    expect(sizeOf(rendition({ filesize_approx: 6, tbr: 8 }), 10)).toEqual(about(6))
    expect(sizeOf(rendition({ tbr: 8, abr: 4 }), 10)).toEqual(about(10_000))
    // The size of a video cannot be estimated from the bitrate of its audio alone.
    expect(sizeOf(rendition({ abr: 4 }), 10)).toEqual({ filesize: null })
    expect(sizeOf(rendition({ tbr: 8 }), null)).toEqual({ filesize: null })
  })

  test('assumes 128 kbps for sound of unknown rate', () => {
    expect(soundSize(rendition({ kind: 'audio' }), 10)).toEqual({ filesize: 160_000, about: true })
    expect(soundSize(rendition({ kind: 'audio' }), null)).toEqual({ filesize: null })
    expect(soundSize(rendition({ kind: 'audio', filesize: 7 }), 10)).toEqual({ filesize: 7 })
  })

  test('estimates a picture of unknown rate from its height', () => {
    const size = usualSize({ height: 1_080, fps: null }, 60).filesize!
    expect(size).toBeGreaterThan(20e6)
    expect(size).toBeLessThan(60e6)
    expect(usualSize({ height: 1_080, fps: 60 }, 60).filesize).toBeGreaterThan(size * 1.8)
    expect(usualSize({ height: 144, fps: null }, 60).filesize).toBeGreaterThan(128 * 60 * 125)
    expect(usualSize({ height: null, fps: null }, 60)).toEqual({ filesize: null })
    expect(usualSize({ height: 720, fps: null }, null)).toEqual({ filesize: null })
  })
})

test('a link of a playlist may have 120 percent of the largest size', () => {
  expect(most(10, 101, 50)).toBe(122)
  expect(most(10, null)).toBe(MAX_FILE_BYTES)
  expect(most()).toBe(MAX_FILE_BYTES)
})
