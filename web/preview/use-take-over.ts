import { useEffect, useEffectEvent, type RefObject } from 'react'
import { logFault } from '../log-fault.ts'

/** Lets a player that stands by take over from the one that the visitor sees. */
export function useTakeOver(
  mediaRef: RefObject<HTMLMediaElement | null>,
  shownRef: RefObject<HTMLMediaElement | null>,
  standsBy: boolean,
  onTaken: (how: 'exchanged' | 'kept') => void,
): void {
  const take = useEffectEvent(onTaken)
  useEffect(() => {
    const element = mediaRef.current!
    if (!standsBy) {
      shownRef.current = element
      return
    }
    const stop = new AbortController()
    import('./take-over.ts')
      .then(({ takeOver }) => takeOver(shownRef.current!, element, stop.signal))
      .then(take, (cause: unknown) => stop.signal.aborted || logFault(cause))
    return () => stop.abort()
  }, [standsBy, mediaRef, shownRef])
}
