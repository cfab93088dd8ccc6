import { useEffect, useEffectEvent, useState } from 'react'
import { Failure } from '#contract/failure.ts'
import { sayFailure } from '../app/failure-words.ts'
import { useTexts } from '../app/texts.ts'

/**
 * Returns the message that says why a download would fail, or null if the download would succeed. Returns
 * undefined before the first check ends. The hook checks the URL `href`:
 * - as soon as `href` is known
 * - when the window gets the focus
 * - when the network returns
 *
 * A click needs no further check, so the Download button is an ordinary link.
 * @param onStale called with the format key when the server refuses the link because it has expired
 */
export function useDownloadCheck(
  href: string | null,
  onStale: (formatKey: string | null) => void,
): string | null | undefined {
  const [found, setFound] = useState<{ href: string | null; problem: string | null } | null>(null)
  const { cannotStart } = useTexts('preview').faults
  const stale = useEffectEvent(onStale)
  useEffect(() => {
    if (!href) return
    const stop = new AbortController()
    const check = async () => {
      try {
        const { canDownload } = await import('../api.ts')
        const isFine = await canDownload(href, stop.signal)
        setFound({ href, problem: isFine ? null : cannotStart })
      } catch (cause) {
        if (stop.signal.aborted) return
        if (cause instanceof Failure && cause.code === 'stale') stale(cause.formatKey ?? null)
        else {
          const problem = cause instanceof Failure ? await sayFailure(cause) : cannotStart
          if (!stop.signal.aborted) setFound({ href, problem })
        }
      }
    }
    void check()
    for (const event of ['focus', 'online'])
      window.addEventListener(event, () => void check(), { signal: stop.signal })
    // The hook listens to the `offline` event, but does not read `navigator.onLine`: behind a VPN, this
    // property is false in some browsers although the network works.
    window.addEventListener('offline', () => setFound({ href, problem: cannotStart }), {
      signal: stop.signal,
    })
    return () => stop.abort()
  }, [href, cannotStart])
  return found?.href === href ? found?.problem : undefined
}
