import { neutralBrand } from '#contract/brand.ts'
import { texts as cookies } from '#texts/en/pages/cookies.ts'
import { texts as glossary } from '#texts/en/pages/glossary.ts'
import { texts as guide } from '#texts/en/pages/guide.ts'
import { texts as heads } from '#texts/en/heads.ts'
import { texts as help } from '#texts/en/pages/help.ts'
import { texts as home } from '#texts/en/pages/home.ts'
import { claims, type ClaimId } from '#texts/claims.ts'
import type { PlatformTexts } from '#texts/parts.ts'
import { filled, unmarked, type Given } from '#texts/say.ts'
import { factsOf } from '../../../web/content/facts.ts'

export const facts = factsOf({ brand: neutralBrand, retentionSeconds: 3_600, language: 'en' })

export const english = { heads, cookies, glossary, guide, help, home }

const FOLDER = '../../../texts/en/'
const files = import.meta.glob<unknown>('../../../texts/en/**/*.ts', { eager: true, import: 'texts' })

export const platformTexts: Readonly<Record<string, PlatformTexts>> = Object.fromEntries(
  Object.entries(files)
    .filter(([file]) => file.startsWith(`${FOLDER}platforms/`))
    .map(([file, texts]) => [file.slice(`${FOLDER}platforms/`.length, -3), texts as PlatformTexts]),
)

/** Each text of a part of the texts, with its names in braces and its marks. */
function stringsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(stringsIn) : []
}

export const everyString: readonly string[] = Object.values(files).flatMap(stringsIn)

const claimFiles = import.meta.glob<Record<string, readonly ClaimId[]>>('../../../texts/en/**/*.ts', {
  eager: true,
  import: 'claims',
})

/** The text at a path such as `questions.0.answer`. */
const textAt = (part: unknown, path: string) =>
  path.split('.').reduce((at, key) => (at as Record<string, unknown>)[key], part) as string

/** What the English texts claim: the name of the claim, the page that makes it, and its words. */
export const claimed: readonly { claim: string; page: string; text: string }[] = Object.entries(
  claimFiles,
).flatMap(([file, of]) => {
  const [, folder, name = ''] = /en\/(?:(\w+)\/)?(\w+)\.ts$/.exec(file) ?? []
  const page = folder && name !== 'policy' ? name : 'interface'
  return Object.entries(of).flatMap(([path, ids]) =>
    ids.map((id) => ({ claim: claims[id], page, text: textAt(files[file], path) })),
  )
})

/** A text as a visitor reads it. */
const read = (text: string, given: Given = facts): string => unmarked(filled('en', text, given))

/** All texts of a part, as a visitor reads them. */
export const readAll = (part: unknown, given: Given = facts): string =>
  stringsIn(part)
    .map((text) => read(text, given))
    .join('\n')
