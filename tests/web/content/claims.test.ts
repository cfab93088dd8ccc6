import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { platformById } from '#contract/platforms/index.ts'
import { claims as names } from '#texts/claims.ts'
import { claimed, english, platformTexts } from './english.ts'
import sentences from './claim-sentences.json' with { type: 'json' }
import { pageSentences } from './page-sentences.ts'

const root = new URL('../../../', import.meta.url)
const claims = fs.readFileSync(new URL('docs/claims.md', root), 'utf8')
const read = (path: string) => fs.readFileSync(new URL(path, root), 'utf8').replaceAll('’', "'")
const plain = (text: string) => text.replaceAll('’', "'")

/**
 * The rows of all tables in docs/claims.md. The columns are the claim, its page, and the code or promise that
 * makes the claim true.
 */
const rows = claims
  .split('\n')
  .filter((line) => /^\| (?!Claim |-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const FILE = /`((?:[\w.-]+\/)+[\w.-]+\.\w+|wrangler\.toml)`/g
const files = [...claims.matchAll(FILE)].map(([, path]) => path!)

/** Why there can be no test. */
const NO_TEST = /\b[Oo]perator\b|an example|the platform’s own|Cloudflare documents/

describe('docs/claims.md explains why each claim of the pages is true', () => {
  test('every row of docs/claims.md has three cells with text', () => {
    expect(rows.length).toBeGreaterThan(100)
    for (const [before, claim, page, keeper, after, ...more] of rows)
      expect([claim, before, Boolean(claim && page && keeper), after, more]).toEqual([
        claim,
        '',
        true,
        '',
        [],
      ])
  })

  test('every row names a test, or the reason why there can be none', () => {
    const bare = rows.filter(([, , , keeper]) => !/`tests\//.test(keeper!) && !NO_TEST.test(keeper!))
    expect(bare.map(([, claim]) => claim)).toEqual([])
  })

  test('every file path in docs/claims.md leads to an existing file', () => {
    expect(files.length).toBeGreaterThan(150)
    expect(files.filter((path) => !fs.existsSync(new URL(path, root)))).toEqual([])
  })

  test('every id stands in one title of its file', () => {
    const cited = [...claims.matchAll(/`(tests\/[\w/.-]+)` \((C\d+(?:, C\d+)*)/g)].flatMap(([, path, ids]) =>
      ids!.split(', ').map((id) => [path!, id] as const),
    )
    expect(cited.length).toBeGreaterThan(50)
    for (const [path, id] of cited)
      expect([path, id, read(path).split(`(${id})`).length - 1]).toEqual([path, id, 1])
  })

  test('no test has an id that docs/claims.md does not cite', () => {
    const sources = fs
      .readdirSync(new URL('tests', root), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.test\.tsx?$/.test(path))
      .map((path) => read(`tests/${path}`))
    const ids = sources.flatMap((source) => [...source.matchAll(/\((C\d+)\)['"`]/g)].map(([, id]) => id!))
    expect(ids.length).toBeGreaterThan(40)
    expect(ids.filter((id) => !new RegExp(`\\b${id}\\b`).test(claims))).toEqual([])
  })

  test('every cited identifier stands in its file', () => {
    const named = [...claims.matchAll(/`(\w+)` of `([\w/.-]+)`/g)]
    expect(named.length).toBeGreaterThan(20)
    for (const [, name, path] of named)
      expect([path, name, new RegExp(`\\b${name}\\b`).test(read(path!))]).toEqual([path, name, true])
  })
})

describe('docs/claims.md lists the advertised features', () => {
  const pages = new Map(rows.map(([, claim, page]) => [plain(claim!), plain(page!)]))

  test.each(english.home.facts.map(({ title }) => title))(
    'docs/claims.md lists the home page feature "%s"',
    (title) => expect(pages.get(plain(title))?.split(', ')).toContain('home'),
  )

  test.each(Object.entries(platformTexts))(
    'docs/claims.md lists every feature of the %s page',
    (_, { features }) => {
      expect(features.length).toBeGreaterThan(2)
      expect(features.map(({ title }) => title).filter((title) => !pages.has(plain(title)))).toEqual([])
    },
  )
})

/** The key of claim-sentences.json for sentences about a site, the law, a device or the visitor. */
const NO_CLAIM = 'No claim about the product'

/** The names in docs/claims.md for the page of a prefix in claim-sentences.json, and for its groups. */
function namesOf(page: string): string[] {
  const platform = platformById(page)
  if (!platform) return [page]
  const audio = platform.kind === 'audio' ? ['audio platforms'] : []
  return [platform.displayName, platform.displayName.replace(/ FM$/, ''), 'platforms', 'all', ...audio]
}

/** All claims: of the texts, and of the sentences that stand elsewhere. */
const said = [
  ...claimed,
  ...Object.entries<string[]>(sentences).flatMap(([claim, all]) =>
    claim === NO_CLAIM ? [] : all.map((text) => ({ claim, page: text.split(': ')[0]!, text })),
  ),
]

describe('every sentence of the pages stands below a claim', () => {
  const ledger = Object.values<string[]>(sentences).flat()

  test('texts/claims.ts has each claim of docs/claims.md', () => {
    const known = rows.map(([, claim]) => claim)
    expect(new Set<unknown>(Object.values(names))).toEqual(new Set(known))
  })

  test('claim-sentences.json has each sentence that a page says', () => {
    expect(pageSentences.length).toBeGreaterThan(500)
    expect(pageSentences.filter((sentence) => !ledger.includes(sentence))).toEqual([])
  })

  test('claim-sentences.json has no sentence that no page says', () => {
    expect(ledger.filter((sentence) => !pageSentences.includes(sentence))).toEqual([])
  })

  test('claim-sentences.json has each sentence once', () => {
    expect(ledger.filter((sentence, at) => ledger.indexOf(sentence) !== at)).toEqual([])
  })

  test('claim-sentences.json names only claims of docs/claims.md', () => {
    const known = new Set([...rows.map(([, claim]) => claim), NO_CLAIM])
    expect(Object.keys(sentences).filter((claim) => !known.has(claim))).toEqual([])
  })

  test('docs/claims.md names each page that makes a claim', () => {
    const places = new Map(rows.map(([, claim, page]) => [claim!, page!.toLowerCase().split(/, | and /)]))
    const unnamed = said
      .filter(({ claim, page }) => !namesOf(page).some((name) => isNamed(name, places.get(claim)!)))
      .map(({ claim, page }) => `${claim}: ${page}`)
    expect([...new Set(unnamed)]).toEqual([])
  })

  test('a claim about a platform has a test on its site', () => {
    const keepers = new Map(rows.map(([, claim, , keeper]) => [claim!, keeper!]))
    const untested = said.filter(({ claim, page, text: words }) => {
      if (/\bRSS\b/.test(words)) return false
      const keeper = keepers.get(claim) ?? ''
      const cited = [...keeper.matchAll(/`(tests\/[\w/.-]+)`/g)].map(([, path]) => path!)
      if (OF_ALL.some((path) => cited.includes(path)) || NO_TEST.test(keeper)) return false
      const text = cited.map(read).join('\n')
      const platform = platformById(page)
      const own = [platform?.displayName ?? '', ...(platform?.hosts ?? [])]
      return platform && !own.some((name) => text.includes(name))
    })
    expect(untested).toEqual([])
  })
})

/** They go through all platforms, or through what all have in common. */
const OF_ALL = [
  'tests/contract/platforms/platforms.test.ts',
  'tests/contract/platforms/titles.test.ts',
  'tests/web/content/figures.test.ts',
  'tests/web/content/platform-copy.test.ts',
  'tests/web/render.test.ts',
]

const isNamed = (name: string, places: readonly string[]): boolean => places.includes(name.toLowerCase())
