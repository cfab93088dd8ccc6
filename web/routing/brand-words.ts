import type { Brand } from '#contract/brand.ts'
import { brandText } from '#texts/brand-languages.ts'
import type { Tag } from '#texts/languages.ts'
import type { Parts } from '#texts/parts.ts'
import { sayIn } from '#texts/say.ts'

type BrandWords = { slogan: string; tagline: string; title: string; description: string; keywords: string }

/** What a brand says of itself. Where it has no text in a language, it says what a new brand says. */
export function brandWords(brand: Brand, language: Tag, { brand: usual }: Parts['heads']): BrandWords {
  const { branding, seo } = brand
  const own = (text: string | Readonly<Record<string, string>>) => brandText(brand, text, language)
  return {
    slogan: own(branding.slogan) ?? usual.slogan,
    tagline: own(branding.tagline) ?? usual.tagline,
    title: own(seo.title) ?? sayIn(language)(usual.title, { name: branding.name }),
    description: own(seo.description) ?? usual.description,
    keywords: own(seo.keywords.join(', ')) ?? usual.keywords,
  }
}
