import { lazy, useEffect } from 'react'
import { asksForConsent, startAnalytics, viewPage } from './analytics.ts'
import { UNKNOWN_PATH } from './measurement.ts'
import { isSignalled, useConsent } from './consent.ts'
import type { Place } from '../routing/page.ts'
import { useBrand } from '../app/page-data.ts'
import { Optional } from '../parts/optional.tsx'

const ConsentBanner = lazy(() => import('./consent-banner.tsx').then((m) => ({ default: m.ConsentBanner })))
const DebugView = lazy(() => import('./debug-view.tsx').then((m) => ({ default: m.DebugView })))

/**
 * Returns the path for statistics. It is /404 for an unknown path, because an unknown path may contain a
 * pasted link.
 */
function countedPath({ path, file }: Place): string {
  if (file === 'not-found') return UNKNOWN_PATH
  return file === 'blog' && path.startsWith('/blog/') ? '/blog' : path
}

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
  const isAsking = asksForConsent(brand) && !consent.asked && !isSignalled()
  return (
    <>
      <Optional>{isAsking && file !== 'cookies' && <ConsentBanner />}</Optional>
      <Optional>{brand.features.debugMode && <DebugView />}</Optional>
    </>
  )
}
