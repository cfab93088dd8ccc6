import { useEffect, useEffectEvent, useState } from 'react'
import { Failure } from '#contract/failure.ts'

/**
 * Returns whether a download would succeed, or `unknown` before the first check has ended. The page checks
 * this in advance: when the file is ready, when the window gets the focus, and when the network returns. So
 * the Download button can stay an ordinary link.
 * @param onStale called with the format key when the server refuses the link because it has expired
 */
export function useDownloadCheck(
  href: string | null,
  onStale: (formatKey: string | null) => void,
): 'unknown' | 'fine' | 'refused' {
  const [found, setFound] = useState<{ href: string | null; isFine: boolean } | null>(null)
  const stale = useEffectEvent(onStale)
  useEffect(() => {
    if (!href) return
    const stop = new AbortController()
    const check = async () => {
      const { canDownload } = await import('../api.ts')
      try {
        setFound({ href, isFine: await canDownload(href, stop.signal) })
      } catch (cause) {
        if (stop.signal.aborted) return
        if (cause instanceof Failure && cause.code === 'stale') stale(cause.formatKey ?? null)
        else setFound({ href, isFine: false })
      }
    }
    void check()
    for (const event of ['focus', 'online'])
      window.addEventListener(event, () => void check(), { signal: stop.signal })
    // `navigator.onLine` is not used, because some browsers report that they are offline behind a VPN.
    window.addEventListener('offline', () => setFound({ href, isFine: false }), { signal: stop.signal })
    return () => stop.abort()
  }, [href])
  if (found?.href !== href) return 'unknown'
  return found.isFine ? 'fine' : 'refused'
}
