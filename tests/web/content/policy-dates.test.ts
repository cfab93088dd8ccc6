import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { neutralBrand } from '#contract/brand.ts'
import { dmcaSections } from '../../../web/content/dmca.ts'
import { factsOf, type Facts } from '../../../web/content/facts.ts'
import { dayText, policyDates, type PolicySection } from '../../../web/content/policy.ts'
import { privacySections } from '../../../web/content/privacy.ts'
import { plain } from '../../../web/content/prose.ts'
import { termsSections } from '../../../web/content/terms.ts'

type Policy = keyof typeof policyDates

/** Each date of a policy, with the hash of its text from then on. A changed text gets a new last row. */
const history: Record<Policy, [date: string, hash: string][]> = {
  privacy: [
    ['2026-11-26', '829d45f357c3a8cc'],
    ['2026-11-28', 'd84c6a1e9d3fee65'],
    ['2026-11-29', '31d8eb9a7f2f5c65'],
  ],
  terms: [['2026-11-26', '7f6cd959121bbc50']],
  dmca: [['2026-11-26', 'b2be0d16164e8296']],
}

const sectionsOf: Record<Policy, (facts: Facts) => readonly PolicySection[]> = {
  privacy: privacySections,
  terms: termsSections,
  dmca: dmcaSections,
}
const facts = factsOf({ brand: neutralBrand, retentionSeconds: 3_600, language: 'en' })

function hashOf(policy: Policy): string {
  const text = sectionsOf[policy](facts).map(({ title, parts }) => [
    title,
    parts.map(({ subtitle, details }) => [subtitle, details.map(plain)]),
  ])
  return createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 16)
}

test.each(Object.keys(history) as Policy[])('the date of the %s policy is that of its text', (policy) => {
  const rows = history[policy]
  expect([policyDates[policy], hashOf(policy)]).toEqual(rows.at(-1))
  const dates = rows.map(([date]) => date)
  expect(dates).toEqual([...new Set(dates)].toSorted())
})

test('shows the same day in every time zone', () => {
  expect(dayText('2026-11-26')).toBe('November 26, 2026')
})
