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
import { unmarked } from '#texts/say.ts'
import { componentTexts, isSentence } from './component-texts.ts'
import { english, everyString, facts, platformTexts, read, stringsIn } from './english.ts'

const policyTexts = (sections: readonly PolicySection[]) =>
  sections.flatMap(({ parts }) => parts.flatMap(({ subtitle, details }) => [subtitle, ...details.map(plain)]))

const homeTexts = [
  neutralBrand.branding.slogan,
  neutralBrand.branding.tagline,
  neutralBrand.seo.title,
  neutralBrand.seo.description,
]
const answers = (questions: readonly { answer: string }[]) => questions.map(({ answer }) => answer)

/** The texts of each page of the texts, without questions and without its labels. */
const pages: Record<string, readonly string[]> = {
  home: stringsIn([english.home.facts, english.home.steps, answers(english.home.questions)]),
  help: Object.values(english.help.categories).flatMap(({ lead, questions }) => [
    lead,
    ...answers(questions),
  ]),
  guide: Object.values(english.guide.parts).flatMap(({ intro, blocks }) => [intro, ...stringsIn(blocks)]),
  glossary: Object.values(english.glossary.terms).flatMap((one) => stringsIn({ ...one, term: null })),
  cookies: Object.values(english.cookies.categories).flatMap(({ text, examples }) => [text, examples]),
  ...Object.fromEntries(
    Object.entries(platformTexts).map(([id, { questions, about, ...rest }]) => [
      id,
      [...stringsIn(rest), ...stringsIn(about), ...answers(questions)],
    ]),
  ),
}

const inPages = new Set([
  ...Object.values(pages).flat(),
  ...stringsIn([
    english.home.questions,
    english.help.categories,
    english.guide.parts,
    english.glossary.terms,
  ]),
  ...Object.values(platformTexts).flatMap(stringsIn),
])

/** Sentences with a gap for each value. */
const others = everyString
  .filter((text) => !inPages.has(text))
  .map((text) => unmarked(text.replaceAll(/\{\w+\}/g, '…')))
  .filter(isSentence)

const heads = (id: string): string[] => {
  const platform = platforms.find((one) => one.id === id)!
  return platform.paths.flatMap((path) => {
    const { title, description } = platformMeta(neutralBrand, platform, path)
    return [title, description]
  })
}

/** The texts of each page, without questions. */
const texts: Record<string, readonly string[]> = {
  blog: posts.flatMap(({ title, excerpt }) => [title, excerpt]),
  privacy: policyTexts(privacySections(facts)),
  terms: policyTexts(termsSections(facts)),
  dmca: policyTexts(dmcaSections(facts)),
  ...Object.fromEntries(
    Object.entries(pages).map(([name, all]) => [
      name,
      [
        ...all.map((text) => read(text, { ...facts, platforms: 'YouTube' })),
        ...(name in platformTexts ? heads(name) : []),
        ...(name === 'home' ? homeTexts : []),
      ],
    ]),
  ),
  'article 1': plainOf(formats).split('\n'),
  'article 2': plainOf(law).split('\n'),
  'article 3': plainOf(comparison).split('\n'),
  interface: [...componentTexts, ...others],
}

const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+(?=["“‘A-Z0-9])/)

/** "page: sentence" of each sentence. */
export const pageSentences: readonly string[] = Object.entries(texts).flatMap(([page, all]) =>
  [...new Set(all.flatMap(sentencesOf))]
    .filter((one) => /\p{L}/u.test(one))
    .map((sentence) => `${page}: ${sentence}`),
)
