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
 * the page within these five seconds, even for another page of this site, `work` runs at once.
 */
export function useDelayed(work: () => void): Delayed {
  const [isPending, setIsPending] = useState(false)
  const isDue = useRef(false)
  const change = (isWanted: boolean) => {
    isDue.current = isWanted
    setIsPending(isWanted)
  }
  const run = useEffectEvent(() => {
    if (!isDue.current) return
    change(false)
    work()
  })
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(run, UNDO_MS)
    addEventListener('pagehide', run)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', run)
      run()
    }
  }, [isPending])
  return { isPending, start: () => change(true), undo: () => change(false) }
}
