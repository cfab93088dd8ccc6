import type { Brand } from '#contract/brand.ts'
import type { Failure } from '#contract/failure.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { isShown } from '../brand.ts'
import type { PageMeta } from './page.ts'

const CONTEXT = { '@context': 'https://schema.org' }

export function addressOf(brand: Brand, path: string): string {
  return new URL(path, brand.seo.canonicalUrl).href
}

const application = (brand: Brand, name: string, path: string) => ({
  ...CONTEXT,
  '@type': 'WebApplication',
  name,
  url: addressOf(brand, path),
  applicationCategory: 'MultimediaApplication',
  operatingSystem: 'Any',
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
})

export function homeMeta(brand: Brand): PageMeta {
  const { name } = brand.branding
  return {
    title: brand.seo.title,
    description: brand.seo.description,
    canonical: '/',
    isIndexable: true,
    jsonLd: [
      { ...CONTEXT, '@type': 'WebSite', name, url: addressOf(brand, '/') },
      {
        ...CONTEXT,
        '@type': 'Organization',
        name,
        url: addressOf(brand, '/'),
        email: brand.contact.email,
        sameAs: brand.contact.socialMedia.map((one) => one.url),
      },
      application(brand, name, '/'),
    ],
  }
}

export function platformMeta(brand: Brand, platform: Platform, path: string): PageMeta {
  const main = `/${platform.paths[0]}`
  const title = platform.title(path)
  const { displayName, kind, noun } = platform
  const take = `Save a public ${displayName} ${noun}${{ video: '', audio: ' as audio' }[kind]}`
  return {
    title,
    description: `${take} with ${brand.branding.name}: paste the link, choose a format, keep the file. Free, no account.`,
    canonical: main,
    isIndexable: isShown(brand, platform),
    jsonLd: [
      application(brand, `${displayName} Downloader`, main),
      {
        ...CONTEXT,
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: brand.branding.name, item: addressOf(brand, '/') },
          {
            '@type': 'ListItem',
            position: 2,
            name: `${displayName} Downloader`,
            item: addressOf(brand, main),
          },
        ],
      },
    ],
  }
}

/** Returns the head of the preview. It contains nothing from the query, because the query is untrusted. */
export function previewMeta(brand: Brand): PageMeta {
  return {
    title: `Preview | ${brand.branding.name}`,
    description: brand.seo.description,
    canonical: '/preview',
    isIndexable: false,
  }
}

export function missingMeta(brand: Brand): PageMeta {
  return {
    title: `Page not found | ${brand.branding.name}`,
    description: brand.seo.description,
    isIndexable: false,
  }
}

/** Returns the head of the page that shows a merge to browsers without JavaScript. */
export function makingMeta(brand: Brand): PageMeta {
  return {
    title: `Your file | ${brand.branding.name}`,
    description: brand.seo.description,
    isIndexable: false,
  }
}

export function problemMeta(brand: Brand, problem: Pick<Failure, 'code' | 'message'>): PageMeta {
  return {
    title: `${problem.code === 'not_found' ? 'Not found' : 'Something went wrong'} | ${brand.branding.name}`,
    description: brand.seo.description,
    isIndexable: false,
  }
}
