import type { Markup } from '../html/markup.ts'
import { unescaped } from './plain-text.ts'

const MAX_FOUND = 5
/** HTML, "shared declarative refresh steps": the number, the separator and "url=" may be missing or odd. */
const REFRESH = /^[\d.]*(?![\d.]) ?[;,]? ?(?:url ?= ?)?(?:"([^"]+)"?|'([^']+)'?|([^\s"'].*))/i
const OBJECT = String.raw`(?<![\w$.])(?:(?:window|document|self|top|parent)\s?\.\s?){0,2}location`
const TEXT = String.raw`\s?(["'\x60])([^"'\x60\s]{1,2000})\1(?!\s?\+)`
const MOVE = new RegExp(
  String.raw`${OBJECT}(?:\s?\.\s?href)?\s?=(?!=)${TEXT}|${OBJECT}\s?\.\s?(?:replace|assign)\s?\(${TEXT}`,
  'g',
)

/** The pages to which a browser goes by itself: by a refresh, else by a script. */
export function onwardLinks(page: Markup): string[] {
  const refreshes = page
    .all('meta')
    .filter((tag) => /^refresh$/i.test(tag.get('http-equiv')?.trim() ?? ''))
    .flatMap((tag) => {
      const [, double, single, bare] =
        REFRESH.exec((tag.get('content') ?? '').replace(/\s+/g, ' ').trim()) ?? []
      return (double ?? single ?? bare)?.trim() ?? []
    })
  const moves = page.scripts.flatMap((script) =>
    Array.from(unescaped(script).matchAll(MOVE), ([, , set, , called]) => set ?? called!),
  )
  return [...refreshes, ...moves].filter((link) => !link.startsWith('#')).slice(0, MAX_FOUND)
}

/** Another form of the page: for phones (`amphtml`), or for search engines (`canonical`). */
export const otherForm = (page: Markup, relation: 'amphtml' | 'canonical'): string | undefined =>
  page
    .all('link')
    .find((tag) => tag.get('rel')?.toLowerCase() === relation)
    ?.get('href')
