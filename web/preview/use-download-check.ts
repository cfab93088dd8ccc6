import { useEffect, useEffectEvent, useState } from 'react'
import { Failure } from '#contract/failure.ts'

/**
 * Whether a download would start. The page checks this in advance: when the file is ready, when the window
 * gets the focus, and when the network returns. So the press on Download stays an ordinary link.
 * @param onStale called with the format's key when the server refuses the link as too old
 */
export function useDownloadCheck(href: string | null, onStale: (formatKey: string | null) => void): boolean {
  const [isFine, setIsFine] = useState(true)
  const stale = useEffectEvent(onStale)
  useEffect(() => {
    if (!href) return
    const stop = new AbortController()
    const check = async () => {
      const { canDownload } = await import('../api.ts')
      try {
        setIsFine(await canDownload(href, stop.signal))
      } catch (cause) {
        if (stop.signal.aborted) return
        if (cause instanceof Failure && cause.code === 'stale') stale(cause.formatKey ?? null)
        else setIsFine(false)
      }
    }
    void check()
    for (const event of ['focus', 'online'])
      window.addEventListener(event, () => void check(), { signal: stop.signal })
    return () => stop.abort()
  }, [href])
  return isFine
}
