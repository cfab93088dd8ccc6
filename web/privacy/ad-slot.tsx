import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isAdFree } from './ad-free.ts'
import { inForce, isSignalled, useConsent } from './consent.ts'
import { useBrand } from '../app/page-data.ts'
import { useTexts } from '../app/texts.ts'
import css from './ad-slot.module.css'

function Ad({ client, slot }: { client: string; slot: string }) {
  const label = useTexts('ui').advertisement
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    // The queue of Google's ad loader. After loading, the loader also renders the ads that were added to the
    // queue before.
    const page = window as { adsbygoogle?: object[] }
    page.adsbygoogle ??= []
    page.adsbygoogle.push({})
  }, [])
  return (
    <aside className={css.slot} aria-label={label}>
      <small>{label}</small>
      <ins className={`adsbygoogle ${css.ad}`} data-ad-client={client} data-ad-slot={slot} />
    </aside>
  )
}

export function AdSlot({ name }: { name: 'leaderboard' | 'responsive' }) {
  const { trackingEnabled, adsenseClientId, adSlots } = useBrand().analytics
  const consent = useConsent()
  const { pathname } = useLocation()
  const slot = adSlots[name]
  if (!trackingEnabled || !adsenseClientId || !slot || !consent || isAdFree(pathname)) return null
  if (!inForce(consent, isSignalled()).advertising) return null
  return <Ad key={pathname} client={adsenseClientId} slot={slot} />
}
