import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicUrl } from '../../../merger/egress/public-url.ts'
import { watchLog } from '../../internet/log.ts'
import { extractLines, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

const SITE = 'https://carriers.example'
const PATHS = [
  'base',
  'page',
  'onward',
  'script',
  'oembed-page',
  'lazy',
  'redirect',
  'error.xml',
  'location.xml',
  'atom.xml',
  'list.pls',
  'moved.xml',
  'feed.xml',
  'enclosure.xml',
  'feed.json',
]
const corpus: { groups: Record<string, { input: unknown }[]> } = JSON.parse(
  readFileSync(new URL('../../corpus/bad-inputs.json', import.meta.url), 'utf8'),
)
const spellings = Object.entries(corpus.groups)
  .find(([name]) => name.startsWith('SSRF url'))![1]
  .map(({ input }) => String(input))
  .filter((link) => link.length < 1_500 && !link.includes('{{'))
/** All spellings take a minute and a half. */
const tried = spellings.filter((_, at) => process.env['LONG'] || at % 6 === 0)

describeSealed('a page or a feed leads to no private address', () => {
  let merger: Merger
  beforeAll(async () => {
    merger = await startMerger({ EXTRACT_CHILDREN: '4' })
  })
  afterAll(() => merger.close())

  test('has more than 100 spellings', () => expect(spellings.length).toBeGreaterThan(100))

  test.each(PATHS)('by any spelling in %s', { timeout: 240_000 }, async (path) => {
    const since = watchLog()
    const waiting = [...tried]
    const ask = async () => {
      for (let link = waiting.pop(); link !== undefined; link = waiting.pop()) {
        const last = (await extractLines(merger, `${SITE}/${path}?to=${encodeURIComponent(link)}`)).at(-1)
        expect(last?.state, link).toMatch(/^(?:done|failed)$/)
        if (last?.state !== 'done') continue
        const { renditions, entries = [], cover } = last.extraction
        for (const { url } of renditions) expect(isPublicUrl(url), link).toBe(true)
        for (const picture of [cover, ...entries.map(({ thumbnail }) => thumbnail)])
          expect(picture === null || isPublicUrl(picture), link).toBe(true)
      }
    }
    await Promise.all([ask(), ask(), ask(), ask()])
    expect(since().intrusions).toEqual([])
  })
})
