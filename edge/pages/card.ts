import type { Brand } from '#contract/brand.ts'
import { ownLanguageOf } from '#texts/brand-languages.ts'
import { sloganIn } from '#render'
import { xml } from './xml.ts'

export type Card = { title: string; picture: string | undefined }
type Place = { brand: Brand; address: string; origin: string }

/** Chats show fewer. */
const MOST_LETTERS = 200

const cut = (title: string) => Array.from(title.trim()).slice(0, MOST_LETTERS).join('')

/** What a chat shows of a short link: the item and the brand, or the brand alone. */
export function cardPage({ brand, address, origin }: Place, card: Card | null): string {
  const { name } = brand.branding
  const language = ownLanguageOf(brand)
  const title = cut(card?.title ?? '') || name
  const picture = card?.picture ?? brand.seo.image
  const facts: [attribute: 'name' | 'property', name: string, content: string | undefined][] = [
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', name],
    ['property', 'og:title', title],
    ['property', 'og:description', sloganIn(brand, language)],
    ['property', 'og:url', address],
    ['property', 'og:image', picture && new URL(picture, origin).href],
    ['name', 'twitter:card', picture ? 'summary_large_image' : 'summary'],
    ['name', 'twitter:title', title],
    ['name', 'twitter:description', sloganIn(brand, language)],
    ['name', 'twitter:image', picture && new URL(picture, origin).href],
    ['name', 'robots', 'noindex'],
  ]
  const metas = facts.flatMap(([attribute, key, content]) =>
    content === undefined ? [] : [`<meta ${attribute}="${key}" content="${xml(content)}">`],
  )
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${xml(title)}</title>` +
    `${metas.join('')}</head><body><h1 dir="auto">${xml(title)}</h1><p>${xml(name)}</p></body></html>`
  )
}
