import { neutralBrand } from '#contract/brand.ts'
import { platforms } from '#contract/platforms/index.ts'
import { article as comparison } from '../../../web/content/articles/comparison.ts'
import { article as formats } from '../../../web/content/articles/formats.ts'
import { article as law } from '../../../web/content/articles/law.ts'
import { dmcaSections } from '../../../web/content/dmca.ts'
import type { PolicySection } from '../../../web/content/policy.ts'
import { posts } from '../../../web/content/posts.ts'
import { privacySections } from '../../../web/content/privacy.ts'
import { plain, plainOf } from '../../../web/content/prose.ts'
import { termsSections } from '../../../web/content/terms.ts'
import { platformMeta } from '../../../web/routing/meta.ts'
import { componentTexts } from './component-texts.ts'
import { english, facts, platformTexts } from './english.ts'

const policyTexts = (sections: readonly PolicySection[]) =>
  sections.flatMap(({ parts }) => parts.flatMap(({ subtitle, details }) => [subtitle, ...details.map(plain)]))

const speaker = { brand: neutralBrand, language: 'en', heads: english.heads } as const

const heads = (id: string): string[] => {
  const platform = platforms.find((one) => one.id === id)!
  return platform.paths.flatMap((path) => {
    const { title, description } = platformMeta(speaker, platform, path)
    return [title, description]
  })
}

/** The texts of each page that are not in texts/, where each sentence has its claims beside it. */
const texts: Record<string, readonly string[]> = {
  home: [
    ...[neutralBrand.branding.slogan, neutralBrand.branding.tagline].map(String),
    ...[neutralBrand.seo.title, neutralBrand.seo.description].map(String),
  ],
  blog: posts.flatMap(({ title, excerpt }) => [title, excerpt]),
  privacy: policyTexts(privacySections(facts)),
  terms: policyTexts(termsSections(facts)),
  dmca: policyTexts(dmcaSections(facts)),
  ...Object.fromEntries(Object.keys(platformTexts).map((id) => [id, heads(id)])),
  'article 1': plainOf(formats).split('\n'),
  'article 2': plainOf(law).split('\n'),
  'article 3': plainOf(comparison).split('\n'),
  interface: componentTexts,
}

const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+(?=["“‘A-Z0-9])/)

/** "page: sentence" of each sentence. */
export const pageSentences: readonly string[] = Object.entries(texts).flatMap(([page, all]) =>
  [...new Set(all.flatMap(sentencesOf))]
    .filter((one) => /\p{L}/u.test(one))
    .map((sentence) => `${page}: ${sentence}`),
)
