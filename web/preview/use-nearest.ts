import { useEffect, useState } from 'react'
import type { PreviewLink } from './link.ts'
import type { Nearest } from './nearest.ts'

/** Finds what can be watched while the browser does not play the format of the link. */
export function useNearest(link: PreviewLink, isWanted: boolean) {
  const [found, setFound] = useState<Nearest[]>([])
  const isVideo = !link.is_audio && !link.isPicture
  useEffect(() => {
    if (!isWanted || !isVideo) return
    const stop = new AbortController()
    import('./nearest.ts')
      .then(({ findNearest }) => findNearest(link, stop.signal))
      .then((nearest) => stop.signal.aborted || setFound(nearest))
      .catch(console.warn)
    return () => stop.abort()
  }, [isWanted, isVideo, link])
  return { found: isWanted ? found[0] : undefined, giveUp: () => setFound(([, ...others]) => others) }
}
