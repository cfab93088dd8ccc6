import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Milliseconds for which the visitor can undo a deletion. */
export const UNDO_MS = 5_000

export type Delayed = {
  isPending: boolean
  start: () => void
  undo: () => void
}

/**
 * Runs `work` five seconds after `start` is called, unless `undo` is called in between. If the visitor leaves
 * the page within these five seconds, `work` runs at once.
 */
export function useDelayed(work: () => void): Delayed {
  const [isPending, setIsPending] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const run = useEffectEvent(() => {
    clearTimeout(timer.current)
    setIsPending(false)
    work()
  })
  useEffect(() => {
    if (!isPending) return
    timer.current = setTimeout(run, UNDO_MS)
    addEventListener('pagehide', run)
    return () => {
      clearTimeout(timer.current)
      removeEventListener('pagehide', run)
    }
  }, [isPending])
  return { isPending, start: () => setIsPending(true), undo: () => setIsPending(false) }
}
