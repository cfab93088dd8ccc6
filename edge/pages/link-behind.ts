import { findLink, platformOf } from '#contract/platforms/index.ts'
import { languagePathOf } from '#texts/brand-languages.ts'
import type { Brand } from '#contract/brand.ts'

const SCHEMES = ['http:', 'https:', 'http%3a', 'https%3a']

function startsAsLink(text: string): boolean {
  const lower = text.toLowerCase()
  return SCHEMES.some((scheme) => lower.startsWith(scheme))
}

function startsAsKnownHost(text: string): boolean {
  const [name = ''] = text.split('/', 1)
  const address = `https://${name}`
  return name.includes('.') && URL.canParse(address) && platformOf(new URL(address)) !== undefined
}

/** The link that a visitor has put behind our own address, as in `https://ours.example/https://…`. */
export function linkBehind(brand: Brand, { pathname, search }: URL): string | undefined {
  const text = languagePathOf(brand, pathname).path.slice(1) + search
  return startsAsLink(text) || startsAsKnownHost(text) ? findLink(text) : undefined
}
