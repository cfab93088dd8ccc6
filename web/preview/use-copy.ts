import { useEffect, useState, type RefObject } from 'react'
import type { PreviewState } from './machine.ts'
import type { Position } from './player.tsx'

/** `src` is null if the browser cannot play the copy. */
type Found = { taskId: string; src: string | null; isLost: boolean }

/** A copy is only the beginning, so a visitor who has seen more of a file waits for the next one. */
const BEGINNING_SECONDS = 10

/** Finds the playlist of the beginning of a file that is being made. */
export function useCopy(state: PreviewState, positionRef: RefObject<Position>) {
  const isMade = state.step === 'processing'
  const taskId = isMade ? state.taskId : null
  const [found, setFound] = useState<Found | null>(null)
  if (!isMade && found?.src) setFound(null)
  const current = found?.taskId === taskId ? found : null
  const lost = current?.isLost ? current.src : null
  const isKnown = current !== null && lost === null
  useEffect(() => {
    if (isMade) void import('./play-hls.ts').then(({ loadPlayer }) => loadPlayer()).catch(console.warn)
  }, [isMade])
  useEffect(() => {
    if (!taskId || isKnown) return
    const stop = new AbortController()
    const take = (src: string | null) => {
      const isBehind = lost === null && positionRef.current.at > BEGINNING_SECONDS
      if (src && !isBehind) setFound({ taskId, src, isLost: false })
    }
    import('./play-hls.ts')
      .then(({ copyOf }) => copyOf(taskId, stop.signal, lost))
      .then(take, () => undefined)
    return () => stop.abort()
  }, [taskId, lost, isKnown, positionRef])
  return {
    copy: current?.src ?? null,
    isUnplayable: found !== null && found.src === null,
    giveUp: () => taskId && setFound({ taskId, src: null, isLost: false }),
    /** The attempt of this copy has ended, so that of the next one is looked for. */
    searchAgain: (src: string) => {
      if (current?.src === src) setFound({ ...current, isLost: true })
    },
  }
}
