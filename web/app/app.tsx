import { Suspense, use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { bodies } from '../routing/page-components.tsx'
import { plainPath, type Place } from '../routing/page.ts'
import { usePageData } from './page-data.ts'
import { Shell } from './shell.tsx'

let catalogue: Promise<typeof import('../routing/routes.ts')> | null = null

/** Loads the catalogue of all paths, once. */
export function loadCatalogue(): Promise<typeof import('../routing/routes.ts')> {
  catalogue ??= import('../routing/routes.ts').catch((cause: unknown) => {
    catalogue = null // offline for a moment: the next try may succeed
    throw cause
  })
  return catalogue
}

/** What stands at the current address: the renderer told for the first one, the catalogue tells for those that follow. */
function usePlace(): Place {
  const { place, brand } = usePageData()
  const { pathname } = useLocation()
  if (plainPath(pathname) === place.path) return place
  // Waiting here keeps the page before in sight: the router changes pages in a transition.
  return use(loadCatalogue()).placeAt(brand, pathname)
}

/** Fetches the catalogue when a link of ours is pointed at or reached by the keyboard, before it is pressed. */
function usePreparedLinks() {
  useEffect(() => {
    const done = new AbortController()
    const prepare = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('a[href^="/"]')) return
      done.abort()
      loadCatalogue().catch(console.warn) // pressing the link asks again
    }
    for (const event of ['pointerover', 'focusin'])
      document.addEventListener(event, prepare, { signal: done.signal, passive: true })
    return () => done.abort()
  }, [])
}

/** The page of the current address inside the shell. */
export function App() {
  const place = usePlace()
  usePreparedLinks()
  const Body = bodies[place.body]
  return (
    <Shell place={place}>
      <Suspense fallback={<main id="main" aria-busy="true" />}>
        <Body key={place.path} path={place.path} />
      </Suspense>
    </Shell>
  )
}
