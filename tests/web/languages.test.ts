import { expect, test } from 'vitest'
import { languages, openLanguages } from '#texts/languages.ts'
import { unmarked } from '#texts/say.ts'
import { pathsOf } from '../../web/render.tsx'
import { green } from './brands.ts'
import { page } from './rendering.ts'

const files = import.meta.glob<unknown>('../../texts/*/**/*.ts', { eager: true, import: 'texts' })

function stringsIn(part: unknown): string[] {
  if (typeof part === 'string') return [unmarked(part)]
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(stringsIn) : []
}

const textsOf = (tag: string) =>
  Object.entries(files)
    .filter(([file]) => file.startsWith(`../../texts/${tag}/`))
    .flatMap(([, texts]) => stringsIn(texts))

/** A text's longest piece without a value in it. One or two words can be a name. */
function pieceOf(text: string): string {
  const [longest = ''] = text.split(/\{\w+\}/).toSorted((a, b) => b.length - a.length)
  return longest.trim()
}

const isSentence = (piece: string) => /^\S+(?: \S+){2}/.test(piece) && /[a-z] [a-z]/.test(piece)

const english = [...new Set(textsOf('en').map(pieceOf).filter(isSentence))]

/** What a visitor reads or hears, without what is marked as English. */
function readIn(html: string): string {
  const body = html
    .replace(/^.*?<body>/s, '')
    .replaceAll(/<script.*?<\/script>/gs, '')
    .replaceAll(/<(\w+)[^>]* lang="en"[^>]*>.*?<\/\1>/gs, '')
  const labels = [...body.matchAll(/ (?:aria-label|alt|title|placeholder)="([^"]*)"/g)].map(
    ([, text]) => text,
  )
  return [body.replaceAll(/<[^>]*>/g, '\n'), ...labels]
    .join('\n')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** Words that no sentence of another language here has. */
const ENGLISH_WORDS = /\b(?:the|and|your|with|this|from|are|please)\b/i

for (const tag of openLanguages.filter((one) => one !== 'en')) {
  const base = `/${tag.toLowerCase()}`
  const paths = pathsOf(green).filter((path) => path === `${base}/` || path.startsWith(`${base}/`))

  test(`no page in ${languages[tag].name} says an English sentence`, async () => {
    expect(paths.length).toBeGreaterThan(15)
    for (const path of [...paths, `${base}/preview`, `${base}/nothing-here`]) {
      const { html } = await page(path)
      const read = readIn(html)
      expect(
        english.filter((piece) => read.includes(piece)),
        path,
      ).toEqual([])
      expect(
        read.split('\n').filter((line) => ENGLISH_WORDS.test(line)),
        path,
      ).toEqual([])
    }
  })
}
