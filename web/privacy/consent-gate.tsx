import { lazy, Suspense, useEffect } from 'react'
import { UNKNOWN_PATH, startAnalytics, viewPage } from './analytics.ts'
import { isSignalled, useConsent } from './consent.ts'
import type { Place } from '../routing/page.ts'
import { useBrand } from '../app/page-data.ts'

const ConsentBanner = lazy(() => import('./consent-banner.tsx').then((m) => ({ default: m.ConsentBanner })))
const DebugView = lazy(() => import('./debug-view.tsx').then((m) => ({ default: m.DebugView })))

/**
 * The path for statistics. Unknown paths may contain a pasted link, so statistics receive only /404 for them.
 */
function countedPath({ path, file }: Place): string {
  if (file === 'not-found') return UNKNOWN_PATH
  return file === 'blog' && path.startsWith('/blog/') ? '/blog' : path
}

/**
 * Starts statistics, and shows the consent banner. Render it before the page, so that its effect runs before
 * the page's effects count events. It renders nothing until the storage has been read.
 */
export function ConsentGate({ place }: { place: Place }) {
  const { title, file } = place
  const path = countedPath(place)
  const brand = useBrand()
  const consent = useConsent()
  useEffect(() => {
    startAnalytics(brand, { path, title })
    viewPage({ path, title })
  }, [brand, path, title])
  if (!consent) return null
  const isAsking = brand.features.consentFeature && !consent.asked && !isSignalled()
  return (
    <Suspense>
      {isAsking && file !== 'cookies' && <ConsentBanner />}
      {brand.features.debugMode && <DebugView />}
    </Suspense>
  )
}
