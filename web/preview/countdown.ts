import { useEffect, useEffectEvent, useState } from 'react'

/** Milliseconds until the countdown is drawn again: a minute, half of one in the last 15, a second in the last 5. */
export function paceOf(secondsLeft: number): number {
  if (secondsLeft > 15 * 60) return 60_000
  return secondsLeft > 5 * 60 ? 30_000 : 1_000
}

/** Seconds until `expiresAt` (epoch milliseconds), redrawn at the pace of what is left. */
export function useCountdown(expiresAt: number, onEnd: () => void): number {
  const [now, setNow] = useState(Date.now)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const plan = () => {
      const left = expiresAt - Date.now()
      clearTimeout(timer)
      timer = setTimeout(tick, Math.min(paceOf(left / 1_000), Math.max(0, left) + 50))
    }
    const tick = () => {
      setNow(Date.now())
      if (Date.now() >= expiresAt) end()
      else plan()
    }
    plan()
    // A sleeping device misses its timers; what is left is looked up again when it wakes.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [expiresAt])
  return Math.max(0, (expiresAt - now) / 1_000)
}
