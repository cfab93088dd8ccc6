import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isAdFree } from './analytics.ts'
import { inForce, isSignalled, useConsent } from './consent.ts'
import { useBrand } from '../app/page-data.ts'
import css from './ad-slot.module.css'

function Ad({ client, slot }: { client: string; slot: string }) {
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    // The loader's own queue; what was put in before it came is drawn when it comes.
    const page = window as { adsbygoogle?: object[] }
    page.adsbygoogle ??= []
    page.adsbygoogle.push({})
  }, [])
  return (
    <aside className={css.slot} aria-label="Advertisement">
      <small>Advertisement</small>
      <ins className={`adsbygoogle ${css.ad}`} data-ad-client={client} data-ad-slot={slot} />
    </aside>
  )
}

/**
 * A place for one ad: only where the brand has one configured and the visitor allowed advertising, else nothing at all.
 * Of fixed height, whatever is drawn into it. Place it below the first screen and away from buttons.
 */
export function AdSlot({ name }: { name: 'leaderboard' | 'responsive' }) {
  const { trackingEnabled, adsenseClientId, adSlots } = useBrand().analytics
  const consent = useConsent()
  const { pathname } = useLocation()
  const slot = adSlots[name]
  if (!trackingEnabled || !adsenseClientId || !slot || !consent || isAdFree(pathname)) return null
  if (!inForce(consent, isSignalled()).advertising) return null
  return <Ad key={pathname} client={adsenseClientId} slot={slot} />
}
