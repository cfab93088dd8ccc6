import fs from 'node:fs'
import { expect, test } from 'vitest'

// Page texts import each limit of the product (a duration or a size) from contract/limits.ts or
// web/content/facts.ts, and never write it as a literal. Other durations and sizes may be literals. They are
// listed in `allowedLiterals`.

const root = new URL('../../../', import.meta.url)
const COUNT = String.raw`(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety|hundred)`
const UNIT = String.raw`(?:second|minute|min|hour|day|week|month|year|[kmgt]i?b|(?:kilo|mega|giga)byte)s?`
const spans = new RegExp(
  String.raw`\b${COUNT}(?:[ -]| to \d+ )(?:business )?${UNIT}\b|\bwithin the (?:minute|hour|day|week)\b`,
  'gi',
)

/** The durations and sizes that each file may contain as literals. None of them is a limit of the product. */
const allowedLiterals: Record<string, string[]> = {
  // Articles and platform pages may contain durations and sizes that are facts, for example about codecs.
  'web/content/articles/comparison.md': ['thirty seconds'],
  'web/content/articles/formats.md': [
    'two minutes',
    'fifteen years',
    'One second',
    '187 megabytes',
    'ten-year',
    'Thirty megabytes',
    'ten years',
  ],
  'web/content/articles/law.md': ['thirty seconds', 'Ten seconds', 'ten seconds'],
  'texts/en/platforms/bilibili.ts': ['five minutes'],
  'texts/en/platforms/instagram.ts': ['one day'],
  'texts/en/platforms/soundcloud.ts': ['two-hour', 'ten-second'],
  'texts/en/platforms/vimeo.ts': ['10 to 20 MB'],
  'texts/en/platforms/xiaoyuzhou.ts': ['fifteen years'],
  // The reading times of the articles. posts.test.ts checks that they match the length of the articles.
  'web/content/posts.ts': ['8 min', '12 min', '10 min'],
  // The illustration on the home page shows example files with made-up sizes.
  'web/parts/how-it-works.tsx': ['48.2 MB', '26.9 MB', '3.6 MB', '48.2 MB'],
}

/** Returns a source file without its comments, because visitors never see comments. */
function wordsOf(path: string): string {
  const text = fs.readFileSync(new URL(path, root), 'utf8')
  return path.endsWith('.md') ? text : text.replace(/\/\*.*?\*\//gs, '').replace(/^(.*?\s|)\/\/ .*$/gm, '$1')
}

const folders = 'content pages parts preview app download privacy recent routing'.split(' ')
const files = folders
  .map((folder) => `web/${folder}`)
  .concat('texts/en')
  .flatMap((folder) =>
    fs
      .readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`),
  )
  .filter((path) => /\.(tsx?|md)$/.test(path) && !/\/articles\/.*\.ts$/.test(path))
  .concat('contract/failure.ts', 'contract/brand.ts')

test('page texts contain no limit as a literal', () => {
  expect(files.length).toBeGreaterThan(80)
  const found = Object.fromEntries(
    files.flatMap((path) => {
      const hits = wordsOf(path).match(spans) ?? []
      return hits.length > 0 ? [[path, hits]] : []
    }),
  )
  expect(found).toEqual(allowedLiterals)
})

test.each([
  'Deleted within the hour.',
  'kept for 60 minutes',
  'Up to four hours and 4 GB',
  'within 14 days',
  '10 to 14 business days',
  'a 24-hour memory',
])('the pattern for literal durations and sizes matches "%s"', (text) =>
  expect(text.match(spans)).not.toBeNull(),
)
