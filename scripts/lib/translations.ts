import fs from 'node:fs'
import { languages, type Tag } from '../../texts/languages.ts'
import { isForms, leavesOf, type Leaf } from './text-leaves.ts'

const root = new URL('../../texts/', import.meta.url)

/** A translation may leave them out: the addresses to which they belong are English. */
const isOfAddresses = (path: string) => path.startsWith('intros.')

/** A button or a heading that is longer than this part of the English one breaks its line. */
const MOST_LENGTH = 1.6
/** Shorter words may take any length: "OK" has no translation of three letters. */
const SHORT = 12

export const partNames = (language: string): string[] =>
  fs
    .globSync('**/*.ts', { cwd: new URL(`${language}/`, root) })
    .map((name) => name.slice(0, -'.ts'.length))
    .toSorted()

export async function textsIn(language: string, part: string): Promise<unknown> {
  const { texts } = (await import(new URL(`${language}/${part}.ts`, root).href)) as { texts: unknown }
  return texts
}

type Standing = {
  language: Tag
  missing: string[]
  missingWords: number
  problems: string[]
}

/** What a language lacks, and where its texts differ from the English ones. */
export async function standingOf(language: Tag): Promise<Standing> {
  const own = partNames(language)
  const missing: string[] = []
  const problems: string[] = []
  let missingWords = 0
  for (const part of partNames('en')) {
    const english = leavesOf(await textsIn('en', part))
    const translated = own.includes(part) ? leavesOf(await textsIn(language, part)) : new Map<string, Leaf>()
    for (const [path, leaf] of english) {
      const name = `${part}: ${path}`
      const found = translated.get(path)
      if (found !== undefined) problems.push(...problemsOf(leaf, found).map((why) => `${name}: ${why}`))
      else if (!isOfAddresses(path)) {
        missing.push(name)
        missingWords += formsOf(leaf).join(' ').split(/\s+/).length
      }
    }
  }
  return { language, missing, missingWords, problems }
}

const formsOf = (leaf: Leaf): string[] => (isForms(leaf) ? Object.values(leaf) : [leaf])

const all = (texts: readonly string[], pattern: RegExp): Set<string> =>
  new Set(texts.flatMap((text) => text.match(pattern) ?? []))

/** Names in braces, and the marks of links and bold words. */
const PARTS = /\{\w+\}|<\/?\w+>/g
const FIGURES = /\d+/g

/** Compares a translation with its English text. */
export function problemsOf(english: Leaf, translation: Leaf): string[] {
  const [from, to] = [formsOf(english), formsOf(translation)]
  const [wanted, found] = [all(from, PARTS), all(to, PARTS)]
  const [figures, own] = [all(from, FIGURES), all(to, FIGURES)]
  const lost = [...wanted].filter((part) => part !== '{n}' && !found.has(part))
  const added = [...found].filter((part) => !wanted.has(part))
  // A plural form of a few languages says its number in words.
  const figuresLost = isForms(english) ? [] : [...figures].filter((figure) => !own.has(figure))
  return [
    ...lost.map((part) => `${part} is missing`),
    ...added.map((part) => `${part} is not in the English text`),
    ...figuresLost.map((figure) => `the figure ${figure} is missing`),
    ...(isLong(from, to) ? ['is longer than 1.6 times the English label'] : []),
  ]
}

const longest = (texts: readonly string[]) => Math.max(...texts.map((text) => text.replace(PARTS, '').length))

function isLong(english: readonly string[], translation: readonly string[]): boolean {
  const isLabel = english.every((text) => !/[.:?!…]/.test(text))
  return isLabel && longest(translation) > Math.max(SHORT, longest(english) * MOST_LENGTH)
}

export const isDraft = (language: Tag): boolean => 'isDraft' in languages[language]
