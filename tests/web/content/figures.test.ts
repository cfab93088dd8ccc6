import { LANGUAGE_COOKIE } from '#texts/languages.ts'
import { texts as recent } from '#texts/en/recent.ts'
import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { neutralBrand } from '#contract/brand.ts'
import {
  EXTRACTION_MEMORY_MS,
  MAX_DURATION_SECONDS,
  MAX_FILE_BYTES,
  SHARE_SECONDS,
  TASK_MEMORY_MS,
} from '#contract/limits.ts'
import { platforms } from '#contract/platforms/index.ts'
import { KEYS as CONSENT_KEYS } from '../../../web/privacy/consent.ts'
import { RECENT_DOWNLOADS } from '../../../web/recent/recent.ts'
import { LAST_CHOICE } from '../../../web/download/choice/last-choice.ts'
import { FILE_NAMES } from '../../../web/download/choice/name-style.ts'
import { HANDED_LINK } from '../../../web/download/form/handed-link.ts'
import { INSTALL_HINT } from '../../../web/download/result/install-hint.tsx'
import { KEPT_RESULTS } from '../../../web/download/kept-result.ts'
import { SAVE_WHEN_READY } from '../../../web/preview/save-when-ready.ts'
import { dmcaSections } from '../../../web/content/dmca.ts'
import { figures, type Facts } from '../../../web/content/facts.ts'
import type { PolicySection } from '../../../web/content/policy.ts'
import { privacySections } from '../../../web/content/privacy.ts'
import { plain } from '../../../web/content/prose.ts'
import { termsSections } from '../../../web/content/terms.ts'
import { isContentIcon } from '../../../web/articles/content-icon.tsx'
import { helpIcons } from '../../../web/pages/help.tsx'
import { english, facts, platformTexts, readAll } from './english.ts'

const read = (path: string) => fs.readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

const policyText = (sections: readonly PolicySection[]) =>
  sections
    .flatMap((one) => [
      one.title,
      ...one.parts.flatMap((part) => [part.subtitle, ...part.details.map(plain)]),
    ])
    .join('\n')
const privacy = (given: Facts) => policyText(privacySections(given))
const dmca = (given: Facts) => policyText(dmcaSections(given))
const service = (given: Facts) => policyText(termsSections(given))
const all = (given: Facts) =>
  [privacy(given), dmca(given), service(given), readAll(english, given)].join('\n')

describe('the figures in the page texts equal the figures in the code', () => {
  test('equal the limits of the contract', () => {
    expect(figures.shareDays * 24 * 3_600).toBe(SHARE_SECONDS)
    expect(figures.extractionMinutes * 60_000).toBe(EXTRACTION_MEMORY_MS)
    expect(figures.maxDuration).toBe(`${MAX_DURATION_SECONDS / 3_600} hours`)
    expect(figures.maxSize).toBe(`${MAX_FILE_BYTES / 1024 ** 3} GiB`)
  })

  test('state how long a failed task is kept', () => {
    expect(figures.taskMemoryHours * 3_600_000).toBe(TASK_MEMORY_MS)
  })

  test('match numbers written as words', () => {
    const periods = [...read('wrangler.toml').matchAll(/\bperiod = (\d+) \}/g)].map(([, seconds]) => seconds)
    expect([periods.length, new Set(periods)]).toEqual([10, new Set(['60'])])
    expect(privacy(facts)).toContain('We count requests by address for a minute')
    expect(read('web/recent/recent.ts')).toContain('const LENGTH = 10\n')
    expect(privacy(facts)).toContain('your browser keeps the last ten')
    expect(recent.keep).toContain('my last 10 downloads')
    expect(english.home.questions).toHaveLength(5)
    expect(english.help.cards.faq.text).toBe('The five questions asked most.')
  })

  test('the pages of audio platforms state the offered MP3 bitrates', () => {
    const [, list] = /MP3_RATES = \[([\d, ]+)\]/.exec(read('contract/catalogue/audio-formats.ts')) ?? []
    const rates = list!.split(', ')
    expect(rates).toHaveLength(4)
    const audio = platforms.filter((platform) => platform.kind === 'audio' && platform.paths.length > 0)
    expect(audio.length).toBeGreaterThan(5)
    for (const { id } of audio) {
      const made = platformTexts[id]?.features[1]?.text ?? ''
      const said = made.match(/\d{3}/g)
      // A page with the words "in four steps" states only the lowest and the highest of the four bitrates.
      // Any other page states all four.
      expect([id, said]).toEqual([id, made.includes('in four steps') ? [rates[0], rates[3]] : rates])
    }
  })

  test('the privacy policy states every retention time', () => {
    const text = privacy(facts)
    expect(text).toContain('deleted within 1 hour')
    expect(text).toContain('24 hours of inactivity')
    expect(text).toContain('Error logs are kept for at most 30 days')
    expect(text).toContain('up to 2 years')
    expect(text).toContain('at most 1 year')
    expect(text).toContain('30 days after the link was made')
  })

  test('state the steps of a DMCA notice', () => {
    const text = dmca(facts)
    expect(text).toContain('First answer: 3-5 business days')
    expect(text).toContain('Investigation: 5-10 business days')
    expect(text).toContain('Review: 5-7 business days')
    expect(text).toContain('Forwarding: within 14 days')
    expect(text).toContain('Restoration: 10-14 business days')
    expect(text).toContain(`dmca@${neutralBrand.domain}`)
  })

  test('state liability, age, formats and limits', () => {
    const text = service(facts)
    expect(text).toContain(
      '$100 or the amount you paid us in the 12 months before the claim, whichever is greater',
    )
    expect(text).toContain('at least 13 years old')
    expect(text).toContain('under 18')
    expect(text).toContain('no strict download limit')
    expect(text).toContain('processed one at a time')
    for (const format of ['MP4', 'WEBM', 'MKV', 'MP3', 'M4A', 'AAC', 'OGG', '4K'])
      expect(text).toContain(format)
  })
})

test('list every storage key (C30)', () => {
  const keys = [
    ...Object.values(CONSENT_KEYS),
    RECENT_DOWNLOADS,
    LAST_CHOICE,
    SAVE_WHEN_READY,
    KEPT_RESULTS,
    HANDED_LINK,
    FILE_NAMES,
    INSTALL_HINT,
    'theme',
    LANGUAGE_COOKIE,
  ]
  for (const key of keys) {
    expect(english.cookies.categories.essential.examples).toContain(key)
    expect(privacy(facts)).toContain(key)
  }
})

test('the Worker has no storage that the policy does not name (C110)', () => {
  const [production = ''] = read('wrangler.toml').split('\n[env.')
  const kinds = [...production.matchAll(/^\[\[([\w.]+)\]\]$/gm)].map(([, kind]) => kind)
  expect(new Set(kinds)).toEqual(
    new Set([
      'analytics_engine_datasets',
      'containers',
      'durable_objects.bindings',
      'kv_namespaces',
      'migrations',
      'r2_buckets',
      'ratelimits',
    ]),
  )
  const stores = [...production.matchAll(/^\[\[(?:kv|r2)_\w+\]\]\nbinding = "(\w+)"$/gm)].map(
    ([, name]) => name,
  )
  expect(stores).toEqual(['LINKS', 'BRANDS', 'FILES'])
})

describe('all page texts follow the current brand', () => {
  test('state the configured retention', () => {
    const short = all({ ...facts, retention: '10 minutes' })
    expect(short).toContain('deleted within 10 minutes')
    expect(short).not.toContain('1 hour')
  })

  test('name only the current brand', () => {
    const other = all({
      ...facts,
      name: 'Clipdrop',
      email: 'hi@clips.example',
      dmcaEmail: 'dmca@clips.example',
      domain: 'clips.example',
      retention: '1 hour',
    })
    expect(other).not.toMatch(/pocketreel/i)
    for (const word of ['Clipdrop', 'hi@clips.example', 'dmca@clips.example', 'clips.example'])
      expect(other).toContain(word)
  })

  test('contain no placeholder', () => {
    expect(all(facts)).not.toMatch(/undefined|NaN|\[object|\$\{|TODO/)
  })

  test('promise neither every site nor "1000+"', () => {
    expect(all(facts)).toContain('knows over 1000 sites; not every one works every day')
    expect(all(facts)).not.toMatch(/1,?000\+/)
  })

  test('have unique section ids and known icons', () => {
    for (const sections of [privacySections(facts), dmcaSections(facts), termsSections(facts)]) {
      expect(new Set(sections.map((one) => one.id)).size).toBe(sections.length)
      for (const { icon } of sections) expect(isContentIcon(icon)).toBe(true)
    }
    for (const icon of Object.values(helpIcons)) expect(isContentIcon(icon)).toBe(true)
  })
})
