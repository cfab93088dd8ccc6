import { lazy, Suspense, useEffect } from 'react'
import { NOWHERE, startAnalytics, viewPage } from './analytics.ts'
import { isSignalled, useConsent } from './consent.ts'
import type { Place } from '../routing/page.ts'
import { useBrand } from '../app/page-data.ts'

const ConsentBanner = lazy(() => import('./consent-banner.tsx').then((m) => ({ default: m.ConsentBanner })))
const DebugView = lazy(() => import('./debug-view.tsx').then((m) => ({ default: m.DebugView })))

/** The path as statistics may hear it: behind what is no address of ours a visitor may have written a link. */
function toldPath({ path, file }: Place): string {
  if (file === 'not-found') return NOWHERE
  return file === 'blog' && path.startsWith('/blog/') ? '/blog' : path
}

/**
 * Statistics and the question for consent. Stands in front of the page, so that it has started before the page's own
 * effects count something; renders nothing until the storage was asked.
 */
export function Measuring({ place }: { place: Place }) {
  const { title, file } = place
  const path = toldPath(place)
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
