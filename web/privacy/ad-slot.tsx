import { lazy } from 'react'
import { useBrand } from '../app/page-data.ts'
import { Optional } from '../parts/optional.tsx'

const Ad = lazy(async () => ({ default: (await import('./ad.tsx')).Ad }))

export function AdSlot({ name }: { name: 'leaderboard' | 'responsive' }) {
  const { trackingEnabled, adsenseClientId, adSlots } = useBrand().analytics
  const slot = adSlots[name]
  if (!trackingEnabled || !adsenseClientId || !slot) return null
  return (
    <Optional>
      <Ad client={adsenseClientId} slot={slot} />
    </Optional>
  )
}
