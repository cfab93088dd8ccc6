import { neutralBrand } from '#contract/brand.ts'
import { platforms } from '#contract/platforms/index.ts'
import { article as comparison } from '../../../web/content/articles/comparison.ts'
import { article as formats } from '../../../web/content/articles/formats.ts'
import { article as law } from '../../../web/content/articles/law.ts'
import { cookieTexts } from '../../../web/content/cookies.ts'
import type { Blurb } from '../../../web/content/copy.ts'
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
import { platformMeta } from '../../../web/routing/meta.ts'
import { componentTexts } from './component-texts.ts'

const facts = factsOf({ brand: neutralBrand, retentionSeconds: 3_600 })

const blurbTexts = (blurbs: readonly Blurb[]) => blurbs.flatMap(({ title, text }) => [title, text])
const policyTexts = (sections: readonly PolicySection[]) =>
  sections.flatMap(({ parts }) => parts.flatMap(({ subtitle, details }) => [subtitle, ...details.map(plain)]))

async function platformTexts(id: string): Promise<string[]> {
  const copy = await platformCopy[id]!()
  const platform = platforms.find((one) => one.id === id)!
  return [
    ...platform.paths.flatMap((path) => {
      const { title, description } = platformMeta(neutralBrand, platform, path)
      return [title, description, copy.intro(path)]
    }),
    ...copy.linkForms,
    copy.notice ?? '',
    ...blurbTexts(copy.features),
    ...copy.tips,
    ...(copy.about?.lang ? [] : [copy.about?.title ?? '', ...(copy.about?.paragraphs ?? [])]),
    ...copy.questions.map(({ answer }) => answer),
  ]
}

/** The texts of each page, without questions, and without Chinese texts, which translate the English ones. */
const texts: Record<string, readonly string[]> = {
  home: [
    neutralBrand.branding.slogan,
    neutralBrand.branding.tagline,
    neutralBrand.seo.title,
    neutralBrand.seo.description,
    ...blurbTexts(homeFacts),
    ...blurbTexts(Object.values(homeSteps)),
    ...homeQuestions(['YouTube'], 3_600).map(({ answer }) => answer),
  ],
  blog: posts.flatMap(({ title, excerpt }) => [title, excerpt]),
  help: helpCategories(facts).flatMap(({ lead, items }) => [
    lead,
    ...items.map(({ answer }) => plain(answer)),
  ]),
  guide: guideParts(facts).flatMap(({ intro, blocks }) => [intro, ...plainOf(blocks).split('\n')]),
  glossary: terms(facts).flatMap((one) => [
    one.shortDefinition,
    one.fullDefinition,
    one.legalNote ?? '',
    ...one.examples,
  ]),
  cookies: Object.values(cookieTexts).flatMap(({ text, examples }) => [text, examples]),
  privacy: policyTexts(privacySections(facts)),
  terms: policyTexts(termsSections(facts)),
  dmca: policyTexts(dmcaSections(facts)),
  ...Object.fromEntries(
    await Promise.all(Object.keys(platformCopy).map(async (id) => [id, await platformTexts(id)] as const)),
  ),
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
