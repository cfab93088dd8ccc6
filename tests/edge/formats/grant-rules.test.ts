import { describe, expect, test } from 'vitest'
import type { Rendition } from '#contract/engine/extraction.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { maxBodyBytes, mediaDomains, sourcesOf } from '../../../edge/formats/grant-rules.ts'
import { withKnownFacts } from '../../../edge/formats/known-facts.ts'
import { combined } from '../fakes/extractions.ts'
import { extraction, LINK } from './infos.ts'

describe('the edge computes the fields of a grant from the extraction', () => {
  test('returns the source and its redirect', () => {
    const of = (led_to: string | null | undefined) => sourcesOf(extraction({ led_to }))
    expect(of('https://other.test/v')).toEqual([LINK, 'https://other.test/v'])
    for (const same of [null, undefined, LINK, `${LINK}#x`]) expect(of(same), String(same)).toEqual([LINK])
  })

  test('lists at most twelve domains of a playlist', () => {
    const renditions = [
      combined({ url: 'https://a.cdn.test/v' }),
      combined({ url: 'https://b.cdn.test/v', manifest: 'https://other.test/m' }),
      combined({ url: 'no link' }),
    ]
    expect(mediaDomains(extraction({ renditions }))).toEqual(['cdn.test', 'other.test'])
    const many = Array.from({ length: 20 }, (_, n) => combined({ url: `https://d${n}.test/v` }))
    expect(mediaDomains(extraction({ renditions: many }))).toEqual(
      many.slice(0, 12).map((_, n) => `d${n}.test`),
    )
  })

  test('allows 120 percent of the largest size', () => {
    const sized = (filesize: number | null) =>
      combined({ filesize, tbr: null, vbr: null, filesize_approx: null })
    const of = (...renditions: Rendition[]) => maxBodyBytes(withKnownFacts(extraction({ renditions })))
    expect(of(sized(10), sized(101), sized(50))).toBe(122)
    expect(of(sized(10), sized(null))).toBe(MAX_FILE_BYTES)
    expect(of()).toBe(MAX_FILE_BYTES)
  })
})
