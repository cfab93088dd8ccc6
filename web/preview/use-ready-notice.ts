import { useEffect, useState, useSyncExternalStore } from 'react'

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * If the file becomes ready while the tab is hidden, shows a notice, and returns true until the visitor looks
 * at the tab. Returns false at all other times.
 * @param isReady whether the file can be saved
 */
export function useReadyNotice(isReady: boolean, title: string): boolean {
  const isHidden = useSyncExternalStore(
    onVisibility,
    () => document.hidden,
    () => false,
  )
  const [isSeen, setIsSeen] = useState(false)
  const isSeenNow = isReady && (isSeen || !isHidden)
  if (isSeen !== isSeenNow) setIsSeen(isSeenNow)
  const isUnseen = isReady && !isSeenNow
  useEffect(() => {
    if (!isUnseen) return
    const notice = import('./ready-notice.ts').then(({ showNotice }) => showNotice(title))
    notice.catch(console.error)
    // If the code of the notice failed to load, no notice was shown, so there is nothing to remove.
    return () =>
      void notice.then(
        (hide) => hide(),
        () => {},
      )
  }, [isUnseen, title])
  return isUnseen
}
