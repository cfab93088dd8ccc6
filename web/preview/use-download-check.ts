import { useEffect, useEffectEvent, useState } from 'react'
import { Failure } from '#contract/failure.ts'

/**
 * Whether a download would start. Asked before it is pressed, when the file is there and whenever the page comes back
 * to the front, so that the press itself stays the browser's own and nothing has to be awaited in it.
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
    window.addEventListener('focus', () => void check(), { signal: stop.signal })
    window.addEventListener('online', () => void check(), { signal: stop.signal })
    return () => stop.abort()
  }, [href])
  return isFine
}
