import type { Brand } from '#contract/brand.ts'
import { isShown } from '#contract/brand-platforms.ts'
import { platforms } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { contentPages } from './content-pages.ts'
import { homeMeta, missingMeta, platformMeta, previewMeta } from './meta.ts'
import { baseOf, languagePathOf, languagesOf, ownLanguageOf } from '#texts/brand-languages.ts'
import { plainPath, type PageRow, type Place, type Speaker } from './page.ts'

// The catalogue of all pages. On the server, the renderer imports it. The browser loads it only for later
// pages, because the document already contains the data of the page that the visitor opens first.

const home: PageRow = { paths: ['/'], meta: homeMeta, file: 'home' }
const preview: PageRow = {
  paths: ['/preview'],
  meta: previewMeta,
  file: 'preview',
  sources: ['web/preview/watching.tsx'],
}
const missing: PageRow = { paths: [], meta: missingMeta, file: 'not-found' }

const platformPage = (platform: Platform): PageRow => ({
  paths: platform.paths.map((path) => `/${path}`),
  meta: (speaker, path) => platformMeta(speaker, platform, path.slice(1)),
  file: 'platform',
})

const platformPages = new Map(platforms.map((platform) => [platform, platformPage(platform)]))
const byPath = new Map(
  [home, preview, ...contentPages, ...platformPages.values()].flatMap((page) =>
    page.paths.map((path) => [path, page] as const),
  ),
)

export function pageAt(path: string): PageRow | null {
  const plain = plainPath(path)
  return byPath.get(plain) ?? contentPages.find((page) => page.matches?.(plain)) ?? null
}

/** Only the main path of a page exists in a language other than that of the brand. */
export function pageIn(
  { brand, language }: Pick<Speaker, 'brand' | 'language'>,
  path: string,
): PageRow | null {
  const page = pageAt(path)
  const isMain = page?.paths[0] === plainPath(path)
  return isMain || language === ownLanguageOf(brand) ? page : null
}

/** The name of the file of a page in `web/pages/`. */
export function pageFileAt(brand: Brand, pathname: string): string | undefined {
  const { language, path } = languagePathOf(brand, pathname)
  return pageIn({ brand, language }, path)?.file
}

export function placeAt(speaker: Speaker, path: string): Place {
  const plain = plainPath(path)
  const page = pageIn(speaker, plain) ?? missing
  return {
    path: plain,
    file: page.file,
    title: page.meta(speaker, plain).title,
    ...(page.isEnglish && speaker.language !== 'en' && { isEnglish: true }),
  }
}

/**
 * Each chunk is named by the path of its source file. The home page has no chunk of its own, because its code
 * is in the entry chunk. For the home page, the result still contains `web/pages/home.tsx`. This does no
 * harm, because the document preloads only chunks that Vite's manifest lists.
 */
export function sourcesAt(path: string): string[] {
  const { file, sources = [] } = pageAt(path) ?? missing
  return [`web/pages/${file}.tsx`, ...sources]
}

/** The paths of all pages for search engines, in every language of the brand. */
export function pathsOf(brand: Brand): string[] {
  const shown = platforms
    .filter((platform) => platform.paths[0] && isShown(brand, platform))
    .map((platform) => platformPages.get(platform)!)
  const own = ownLanguageOf(brand)
  return languagesOf(brand).flatMap((language) =>
    [home, ...shown, ...contentPages]
      .filter(({ isEnglish }) => language === own || !isEnglish)
      .map(({ paths: [main = '/'] }) => baseOf(brand, language) + main),
  )
}
