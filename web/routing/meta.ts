import type { Brand } from '#contract/brand.ts'
import { inBrand, isShown } from '#contract/brand-platforms.ts'
import type { Failure } from '#contract/failure.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { baseOf } from '#texts/brand-languages.ts'
import { sayIn } from '#texts/say.ts'
import { brandWords } from './brand-words.ts'
import type { PageMeta, Speaker } from './page.ts'

const CONTEXT = { '@context': 'https://schema.org' }

export function addressOf(brand: Brand, path: string): string {
  return new URL(path, brand.seo.canonicalUrl).href
}

/** The address of a page in the language of the speaker. */
export const addressIn = ({ brand, language }: Speaker, path: string): string =>
  addressOf(brand, baseOf(brand, language) + path)

const application = (speaker: Speaker, name: string, path: string) => ({
  ...CONTEXT,
  '@type': 'WebApplication',
  name,
  url: addressIn(speaker, path),
  inLanguage: speaker.language,
  applicationCategory: 'MultimediaApplication',
  operatingSystem: 'Any',
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
})

export const breadcrumb = (speaker: Speaker, steps: readonly (readonly [name: string, path: string])[]) => ({
  ...CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: [[speaker.brand.branding.name, '/'] as const, ...steps].map(([name, path], at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: addressIn(speaker, path),
  })),
})

export const titled = ({ brand, language, heads }: Speaker, page: string): string =>
  sayIn(language)(heads.title, { page, name: brand.branding.name })

const descriptionOf = ({ brand, language, heads }: Speaker) => brandWords(brand, language, heads).description

export function homeMeta(speaker: Speaker): PageMeta {
  const { brand, language, heads } = speaker
  const { name } = brand.branding
  const { title, description } = brandWords(brand, language, heads)
  return {
    title,
    description,
    canonical: '/',
    isIndexable: true,
    isTranslated: true,
    jsonLd: [
      { ...CONTEXT, '@type': 'WebSite', name, url: addressIn(speaker, '/'), inLanguage: language },
      {
        ...CONTEXT,
        '@type': 'Organization',
        name,
        url: addressOf(brand, '/'),
        email: brand.contact.email,
        sameAs: brand.contact.socialMedia.map((one) => one.url),
      },
      application(speaker, name, '/'),
    ],
  }
}

const kindOf = ({ kind, noun }: Platform): 'video' | 'episode' | 'track' => {
  if (kind === 'video') return 'video'
  return noun === 'track' ? 'track' : 'episode'
}

export function platformMeta(speaker: Speaker, one: Platform, path: string): PageMeta {
  const { brand, language, heads } = speaker
  const platform = inBrand(brand, one)
  const say = sayIn(language)
  const main = `/${platform.paths[0]}`
  const named = { platform: platform.displayName, name: brand.branding.name }
  const kind = kindOf(platform)
  const name = say(heads.downloader, named)
  return {
    // The titles of English addresses follow the words in them.
    title: language === 'en' ? platform.title(path) : say(heads.platform[kind], named),
    description: say(heads.descriptions[kind], named),
    canonical: main,
    isIndexable: isShown(brand, platform),
    isTranslated: `/${path}` === main,
    jsonLd: [application(speaker, name, main), breadcrumb(speaker, [[name, main]])],
  }
}

/** Returns the head of the preview. It contains nothing from the query, because the query is untrusted. */
export function previewMeta(speaker: Speaker): PageMeta {
  return {
    title: titled(speaker, speaker.heads.pages.preview),
    description: descriptionOf(speaker),
    canonical: '/preview',
    isIndexable: false,
  }
}

const hidden = (speaker: Speaker, page: string): PageMeta => ({
  title: titled(speaker, page),
  description: descriptionOf(speaker),
  isIndexable: false,
})

export const missingMeta = (speaker: Speaker): PageMeta => hidden(speaker, speaker.heads.pages.missing)

/** Returns the head of the page that shows a merge to browsers without JavaScript. */
export const makingMeta = (speaker: Speaker): PageMeta => hidden(speaker, speaker.heads.pages.making)

export function problemMeta(speaker: Speaker, { code }: Pick<Failure, 'code'>): PageMeta {
  const { notFound, wrong } = speaker.heads.pages
  return hidden(speaker, code === 'not_found' ? notFound : wrong)
}
