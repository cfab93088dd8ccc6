import { Suspense, use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { pageComponents } from '../routing/page-components.tsx'
import { plainPath, type Place } from '../routing/page.ts'
import { usePageData } from './page-data.ts'
import { loadTexts } from './texts.ts'
import { ProblemPage } from './problem.tsx'
import { Shell } from './shell.tsx'

let catalogue: Promise<typeof import('../routing/routes.ts')> | null = null

function loadCatalogue(): Promise<typeof import('../routing/routes.ts')> {
  catalogue ??= import('../routing/routes.ts').catch((cause: unknown) => {
    catalogue = null // The device may have been offline, so the next call tries to load the catalogue again.
    throw cause
  })
  return catalogue
}

function usePlace(): Place {
  const data = usePageData()
  const { place, brand, language } = data
  const { pathname } = useLocation()
  if (plainPath(pathname) === place.path) return place
  // The router changes pages in a transition, so the previous page stays visible while this hook suspends.
  const heads = data.texts.heads ?? use(loadTexts('heads'))
  return use(loadCatalogue()).placeAt({ brand, language, heads }, pathname)
}

function usePreparedLinks() {
  useEffect(() => {
    const done = new AbortController()
    const prepare = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('a[href^="/"]')) return
      done.abort()
      // The error is only logged, because a click on an internal link tries to load the catalogue again.
      loadCatalogue().catch(console.warn)
    }
    for (const event of ['pointerover', 'focusin'])
      document.addEventListener(event, prepare, { signal: done.signal, passive: true })
    return () => done.abort()
  }, [])
}

/**
 * If the document reports a failure, the problem page appears instead of the first page. Pages that the
 * visitor opens later appear as usual.
 */
export function App() {
  const { problem, place: opened } = usePageData()
  const place = usePlace()
  usePreparedLinks()
  const Page = pageComponents[place.file]
  if (!Page) throw new Error(`web/pages/ has no ${place.file}.tsx`)
  return (
    <Shell place={place}>
      {problem && place === opened ? (
        <ProblemPage code={problem.code} message={problem.message} />
      ) : (
        <Suspense fallback={<main id="main" aria-busy="true" />}>
          <Page key={place.path} path={place.path} />
        </Suspense>
      )}
    </Shell>
  )
}
