import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import type { Brand } from '#contract/brand.ts'
import { platforms } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { isShown } from './brand.ts'
import { contentPages } from './content/pages.ts'
import { platformCopy } from './content/platforms.ts'
import { homeMeta, missingMeta, platformMeta, previewMeta } from './meta.ts'
import { useBrand } from './page-data.ts'
import type { Page } from './page.ts'
import { HomePage } from './pages/home.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { Shell } from './shell.tsx'

const PreviewPage = lazy(() => import('./pages/preview.tsx').then((m) => ({ default: m.PreviewPage })))

const home: Page = { paths: ['/'], meta: homeMeta, Component: HomePage }
const missing: Page = { paths: [], meta: missingMeta, Component: NotFoundPage }
const preview: Page = {
  paths: ['/preview'],
  meta: previewMeta,
  source: 'web/pages/preview.tsx',
  Component: PreviewPage,
}

function platformPage(platform: Platform): Page {
  const loadOwn = platformCopy[platform.id]
  const Body = lazy(async () => {
    const [{ PlatformPage }, words] = await Promise.all([import('./pages/platform.tsx'), loadOwn?.()])
    const own = words?.copy ?? {}
    return {
      default: ({ path }: { path: string }) => (
        <PlatformPage platform={platform} path={path.slice(1)} own={own} />
      ),
    }
  })
  return {
    paths: platform.paths.map((path) => `/${path}`),
    meta: (brand, path) => platformMeta(brand, platform, path.slice(1)),
    source: ['web/pages/platform.tsx', `web/content/platforms/${platform.id.replaceAll('_', '-')}.ts`],
    Component: Body,
  }
}

const platformPages = new Map(platforms.map((platform) => [platform, platformPage(platform)]))
const byPath = new Map(
  [home, preview, ...contentPages, ...platformPages.values()].flatMap((page) =>
    page.paths.map((path) => [path, page] as const),
  ),
)

/** The path as the catalogue writes it: no slash at the end. */
export const plainPath = (path: string): string => path.replace(/(?<=.)\/+$/, '')

/** What stands at a path, or null: the edge answers 404 then. */
export function pageAt(path: string): Page | null {
  const plain = plainPath(path)
  return byPath.get(plain) ?? contentPages.find((page) => page.matches?.(plain)) ?? null
}

/** The main path of every page that a search engine may know: the sitemap. */
export function pathsOf(brand: Brand): string[] {
  const shown = platforms
    .filter((platform) => platform.paths[0] && isShown(brand, platform))
    .map((platform) => platformPages.get(platform)!)
  return [home, ...shown, ...contentPages].map((page) => page.paths[0]!)
}

/** The page of the current address inside the shell. */
export function App() {
  const { pathname } = useLocation()
  const path = plainPath(pathname)
  const page = pageAt(path) ?? missing
  return (
    <Shell meta={page.meta(useBrand(), path)}>
      <Suspense fallback={<main id="main" aria-busy="true" />}>
        <page.Component key={path} path={path} />
      </Suspense>
    </Shell>
  )
}
