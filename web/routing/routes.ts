import type { Brand } from '#contract/brand.ts'
import { platforms } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { isShown } from '../brand.ts'
import { contentPages } from './content-pages.ts'
import { homeMeta, missingMeta, platformMeta, previewMeta } from './meta.ts'
import { plainPath, type Page, type Place } from './page.ts'

// The catalogue of all paths. The renderer has it at hand; the browser, which was told what stands at the address it
// opened, loads it when it has time, or when a link is pressed.

const home: Page = { paths: ['/'], meta: homeMeta, body: 'home' }
const missing: Page = { paths: [], meta: missingMeta, body: 'missing', source: 'web/pages/not-found.tsx' }
const preview: Page = {
  paths: ['/preview'],
  meta: previewMeta,
  body: 'preview',
  source: 'web/pages/preview.tsx',
}

const platformPage = (platform: Platform): Page => ({
  paths: platform.paths.map((path) => `/${path}`),
  meta: (brand, path) => platformMeta(brand, platform, path.slice(1)),
  body: 'platform',
  source: ['web/pages/platform.tsx', `web/content/platforms/${platform.id}.ts`],
})

const platformPages = new Map(platforms.map((platform) => [platform, platformPage(platform)]))
const byPath = new Map(
  [home, preview, ...contentPages, ...platformPages.values()].flatMap((page) =>
    page.paths.map((path) => [path, page] as const),
  ),
)

/** What stands at a path, or null: the edge answers 404 then. */
export function pageAt(path: string): Page | null {
  const plain = plainPath(path)
  return byPath.get(plain) ?? contentPages.find((page) => page.matches?.(plain)) ?? null
}

/** What stands at a path, as far as the browser has to know; where nothing stands, the page that says so. */
export function placeAt(brand: Brand, path: string): Place {
  const plain = plainPath(path)
  const page = pageAt(plain) ?? missing
  return { path: plain, body: page.body, title: page.meta(brand, plain).title }
}

/** Source paths of the chunks that the page at a path is made of. */
export function sourcesAt(path: string): string[] {
  return [(pageAt(path) ?? missing).source ?? []].flat()
}

/** The main path of every page that a search engine may know: the sitemap. */
export function pathsOf(brand: Brand): string[] {
  const shown = platforms
    .filter((platform) => platform.paths[0] && isShown(brand, platform))
    .map((platform) => platformPages.get(platform)!)
  return [home, ...shown, ...contentPages].map((page) => page.paths[0]!)
}
