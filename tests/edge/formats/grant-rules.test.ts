import { describe, expect, test } from 'vitest'
import { mediaDomains, sourcesOf } from '../../../edge/formats/grant-rules.ts'
import { combined } from '../../extractions.ts'
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
})
