import { neutralBrand } from '#contract/brand.ts'
import { platforms } from '#contract/platforms/index.ts'
import { article as comparison } from '../../../web/content/articles/comparison.ts'
import { article as formats } from '../../../web/content/articles/formats.ts'
import { article as law } from '../../../web/content/articles/law.ts'
import { cookieTexts } from '../../../web/content/cookies.ts'
import { dmcaSections } from '../../../web/content/dmca.ts'
import { factsOf } from '../../../web/content/facts.ts'
import { terms } from '../../../web/content/glossary.ts'
import { guideParts } from '../../../web/content/guide.ts'
import { helpCategories } from '../../../web/content/help.ts'
import { homeFacts, homeQuestions, homeSteps } from '../../../web/content/home.ts'
import { platformCopy } from '../../../web/content/platforms.ts'
import type { PolicySection } from '../../../web/content/policy.ts'
import { posts } from '../../../web/content/posts.ts'
import { privacySections } from '../../../web/content/privacy.ts'
import { plain, plainOf } from '../../../web/content/prose.ts'
import { termsSections } from '../../../web/content/terms.ts'

const facts = factsOf({ brand: neutralBrand, retentionSeconds: 3_600 })
const policy = (sections: readonly PolicySection[]) =>
  sections.flatMap(({ parts }) => parts.flatMap(({ details }) => details.map(plain)))

async function platformTexts(id: string): Promise<string[]> {
  const copy = await platformCopy[id]!()
  const { paths } = platforms.find((one) => one.id === id)!
  return [
    ...paths.map((path) => copy.intro(path)),
    ...copy.linkForms,
    copy.notice ?? '',
    ...copy.features.map(({ text }) => text),
    ...copy.tips,
    ...(copy.about?.lang ? [] : (copy.about?.paragraphs ?? [])),
    ...copy.questions.map(({ answer }) => answer),
  ]
}

/** The texts of each page. Chinese texts are left out: they translate the English ones. */
const texts: Record<string, readonly string[]> = {
  home: [
    neutralBrand.branding.tagline,
    neutralBrand.seo.description,
    ...homeFacts.map(({ text }) => text),
    ...Object.values(homeSteps).map(({ text }) => text),
    ...homeQuestions(['YouTube'], 3_600).map(({ answer }) => answer),
  ],
  blog: posts.map(({ excerpt }) => excerpt),
  help: helpCategories(facts).flatMap(({ items }) => items.map(({ answer }) => plain(answer))),
  guide: guideParts(facts).flatMap(({ intro, blocks }) => [intro, ...plainOf(blocks).split('\n')]),
  glossary: terms(facts).flatMap((one) => [one.shortDefinition, one.fullDefinition, one.legalNote ?? '']),
  cookies: Object.values(cookieTexts).flatMap(({ text, examples }) => [text, examples]),
  privacy: policy(privacySections(facts)),
  terms: policy(termsSections(facts)),
  dmca: policy(dmcaSections(facts)),
  ...Object.fromEntries(
    await Promise.all(Object.keys(platformCopy).map(async (id) => [id, await platformTexts(id)] as const)),
  ),
  'article 1': plainOf(formats).split('\n'),
  'article 2': plainOf(law).split('\n'),
  'article 3': plainOf(comparison).split('\n'),
}

const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+(?=["“‘A-Z0-9])/)

/** An article is mostly about the world: there, only sentences that speak of us are claims. */
const OURS = /\b(?:we|us|our|ours|here|this (?:page|site|list)|the (?:page|list|result|rows?|preview|bar))\b/i

const isClaim = (page: string, sentence: string): boolean =>
  !page.startsWith('article') || OURS.test(sentence)

/** "page: sentence" of each sentence. */
export const claimSentences: readonly string[] = Object.entries(texts).flatMap(([page, all]) =>
  [...new Set(all.flatMap(sentencesOf))]
    .filter((sentence) => sentence && isClaim(page, sentence))
    .map((sentence) => `${page}: ${sentence}`),
)
