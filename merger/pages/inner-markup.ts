import { Markup } from '../html/markup.ts'
import { unescaped } from './plain-text.ts'

const MAX_INNER = 200
const SHOWN = /<(?:iframe|frame|amp-iframe|object|embed|video|audio|source)[\s>/]/i
const TEMPLATE = /template|html|plain/i

/** Pages in attributes (`srcdoc`), in templates, and in the texts that scripts decode, as after a consent. */
export function hiddenMarkup(page: Markup, decoded: readonly string[]): Markup[] {
  const values = page.tags.flatMap((tag) => [...tag.attributes.values()])
  const templates = page.all('script').filter((script) => TEMPLATE.test(script.get('type') ?? ''))
  return markupIn([...values, ...templates.map(({ text }) => text), ...decoded])
}

/** Pages in the strings of scripts, which may also be of advertisements. */
export const writtenMarkup = (page: Markup): Markup[] => markupIn(page.scripts)

const markupIn = (texts: readonly string[]): Markup[] =>
  texts
    .filter((text) => text.includes('<') || text.includes('&lt;') || text.includes('u003'))
    .map(unescaped)
    .filter((text) => SHOWN.test(text))
    .slice(0, MAX_INNER)
    .map((text) => new Markup(text))
