import { neutralBrand } from '#contract/brand.ts'
import { texts as cookies } from '#texts/en/pages/cookies.ts'
import { texts as glossary } from '#texts/en/pages/glossary.ts'
import { texts as guide } from '#texts/en/pages/guide.ts'
import { texts as help } from '#texts/en/pages/help.ts'
import { texts as home } from '#texts/en/pages/home.ts'
import type { PlatformTexts } from '#texts/parts.ts'
import { filled, unmarked, type Given } from '#texts/say.ts'
import { factsOf } from '../../../web/content/facts.ts'

export const facts = factsOf({ brand: neutralBrand, retentionSeconds: 3_600, language: 'en' })

export const english = { cookies, glossary, guide, help, home }

const FOLDER = '../../../texts/en/'
const files = import.meta.glob<unknown>('../../../texts/en/**/*.ts', { eager: true, import: 'texts' })

export const platformTexts: Readonly<Record<string, PlatformTexts>> = Object.fromEntries(
  Object.entries(files)
    .filter(([file]) => file.startsWith(`${FOLDER}platforms/`))
    .map(([file, texts]) => [file.slice(`${FOLDER}platforms/`.length, -3), texts as PlatformTexts]),
)

/** Each text of a part of the texts, with its names in braces and its marks. */
export function stringsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(stringsIn) : []
}

export const everyString: readonly string[] = Object.values(files).flatMap(stringsIn)

/** A text as a visitor reads it. */
export const read = (text: string, given: Given = facts): string => unmarked(filled('en', text, given))

/** All texts of a part, as a visitor reads them. */
export const readAll = (part: unknown, given: Given = facts): string =>
  stringsIn(part)
    .map((text) => read(text, given))
    .join('\n')
