import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { startAnalytics, viewPage } from '../analytics.ts'
import { isSignalled, useConsent } from '../consent.ts'
import { cookiePaths } from '../content/pages.ts'
import { useBrand } from '../page-data.ts'

const ConsentBanner = lazy(() => import('./consent-banner.tsx').then((m) => ({ default: m.ConsentBanner })))
const DebugView = lazy(() => import('./debug-view.tsx').then((m) => ({ default: m.DebugView })))

/**
 * Statistics and the question for consent. Stands in front of the page, so that it has started before the page's own
 * effects count something; renders nothing until the storage was asked.
 */
export function Measuring({ title }: { title: string }) {
  const brand = useBrand()
  const consent = useConsent()
  const { pathname } = useLocation()
  useEffect(() => {
    startAnalytics(brand, { path: pathname, title })
    viewPage({ path: pathname, title })
  }, [brand, pathname, title])
  if (!consent) return null
  const isAsking = brand.features.consentFeature && !consent.asked && !isSignalled()
  return (
    <Suspense>
      {isAsking && !cookiePaths.includes(pathname) && <ConsentBanner />}
      {brand.features.debugMode && <DebugView />}
    </Suspense>
  )
}
