import { Markup } from '../../html/markup.ts'
import { unescaped } from './plain-text.ts'

const MAX_INNER = 200
const SHOWN = /<(?:iframe|frame|amp-iframe|object|embed|video|audio|source)[\s>/]/i

/** Markup in attributes (`srcdoc`), in scripts, and in the texts that they decode. */
export function innerMarkup(page: Markup, decoded: readonly string[]): Markup[] {
  const values = page.tags.flatMap((tag) => [...tag.attributes.values()])
  const texts = [...values, ...page.scripts].map(unescaped)
  return [...texts, ...decoded]
    .filter((text) => SHOWN.test(text))
    .slice(0, MAX_INNER)
    .map((text) => new Markup(text))
}
