import { useEffect, useState } from 'react'
import type { PreviewState } from './machine.ts'

/** Finds the playlist of the beginning of a file that is being made. */
export function useCopy(state: PreviewState) {
  const isMade = state.step === 'processing'
  const taskId = isMade ? state.taskId : null
  const [found, setFound] = useState<{ taskId: string; src: string | null } | null>(null)
  const [lost, setLost] = useState<string | null>(null)
  useEffect(() => {
    if (isMade) void import('./play-hls.ts').then(({ loadPlayer }) => loadPlayer()).catch(console.warn)
  }, [isMade])
  useEffect(() => {
    if (!taskId) return
    const stop = new AbortController()
    import('./play-hls.ts')
      .then(({ copyOf }) => copyOf(taskId, stop.signal))
      .then(
        (src) => src && src !== lost && setFound({ taskId, src }),
        () => undefined,
      )
    return () => stop.abort()
  }, [taskId, lost])
  return {
    copy: found && found.taskId === taskId ? found.src : null,
    isUnplayable: found !== null && found.src === null,
    giveUp: () => taskId && setFound({ taskId, src: null }),
    /** The attempt has ended, so the copy of the next one is looked for. */
    searchAgain: () => setLost(found?.src ?? null),
  }
}
