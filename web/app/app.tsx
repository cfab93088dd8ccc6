import { Suspense, use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { pageComponents } from '../routing/page-components.tsx'
import { plainPath, type Place } from '../routing/page.ts'
import { usePageData } from './page-data.ts'
import { Shell } from './shell.tsx'

let catalogue: Promise<typeof import('../routing/routes.ts')> | null = null

/** Loads the catalogue of all pages, once. */
export function loadCatalogue(): Promise<typeof import('../routing/routes.ts')> {
  catalogue ??= import('../routing/routes.ts').catch((cause: unknown) => {
    catalogue = null // The device may have been offline; the next call tries again.
    throw cause
  })
  return catalogue
}

/** The page at the current URL. The document contains the first one. Later ones come from the catalogue. */
function usePlace(): Place {
  const { place, brand } = usePageData()
  const { pathname } = useLocation()
  if (plainPath(pathname) === place.path) return place
  // The previous page stays visible while this suspends, because the router changes pages in a transition.
  return use(loadCatalogue()).placeAt(brand, pathname)
}

/** Loads the catalogue as soon as an internal link is hovered or focused. */
function usePreparedLinks() {
  useEffect(() => {
    const done = new AbortController()
    const prepare = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('a[href^="/"]')) return
      done.abort()
      loadCatalogue().catch(console.warn) // A press on the link tries again.
    }
    for (const event of ['pointerover', 'focusin'])
      document.addEventListener(event, prepare, { signal: done.signal, passive: true })
    return () => done.abort()
  }, [])
}

/** The page at the current URL, with header and footer. */
export function App() {
  const place = usePlace()
  usePreparedLinks()
  const Page = pageComponents[place.file]
  if (!Page) throw new Error(`web/pages/ has no ${place.file}.tsx`)
  return (
    <Shell place={place}>
      <Suspense fallback={<main id="main" aria-busy="true" />}>
        <Page key={place.path} path={place.path} />
      </Suspense>
    </Shell>
  )
}
