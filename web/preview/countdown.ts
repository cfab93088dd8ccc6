import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Returns the milliseconds until the next update of the countdown: 60,000 if more than 15 minutes remain,
 * 30,000 if more than 5 minutes remain, and otherwise 1,000.
 */
export function updateInterval(secondsLeft: number): number {
  if (secondsLeft > 15 * 60) return 60_000
  return secondsLeft > 5 * 60 ? 30_000 : 1_000
}

/** Returns the seconds until `expiresAt` (epoch milliseconds). Calls `onEnd` when the countdown ends. */
export function useCountdown(expiresAt: number, onEnd: () => void): number {
  const [now, setNow] = useState(Date.now)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const schedule = () => {
      const left = expiresAt - Date.now()
      clearTimeout(timer)
      timer = setTimeout(tick, Math.min(updateInterval(left / 1_000), Math.max(0, left) + 50))
    }
    const tick = () => {
      setNow(Date.now())
      if (Date.now() >= expiresAt) end()
      else schedule()
    }
    schedule()
    // Timers stop while a device sleeps, so the countdown also updates when the page becomes visible.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [expiresAt])
  return Math.max(0, (expiresAt - now) / 1_000)
}
