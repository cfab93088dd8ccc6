import { useEffect, useEffectEvent, type RefObject } from 'react'
import { logFault } from '../log-fault.ts'

type Ends = { onUnplayable: () => void; onLost: () => void }

/** @param src null for a file, which the element plays itself */
export function usePlaylist(
  mediaRef: RefObject<HTMLMediaElement | null>,
  src: string | null,
  { onUnplayable, onLost }: Ends,
): void {
  const giveUp = useEffectEvent(onUnplayable)
  const lose = useEffectEvent(onLost)
  useEffect(() => {
    const element = mediaRef.current
    if (src === null || !element) return
    // Most files are not playlists, so the code that plays playlists is a separate chunk.
    const playing = import('./play-hls.ts').then(({ playHls }) => playHls(element, src, giveUp, lose))
    playing.catch((cause: unknown) => {
      logFault(cause)
      giveUp()
    })
    return () => {
      playing.then(
        (stop) => stop(),
        () => undefined,
      )
    }
  }, [src, mediaRef])
}
