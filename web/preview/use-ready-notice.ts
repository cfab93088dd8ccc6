import { useEffect, useState, useSyncExternalStore } from 'react'

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

export function useReadyNotice(isReady: boolean): boolean {
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
    const notice = import('./ready-notice.ts').then(({ showNotice }) => showNotice())
    notice.catch(console.error)
    return () =>
      void notice.then(
        (hide) => hide(),
        // If the notice could not be loaded or shown, there is nothing to remove.
        () => {},
      )
  }, [isUnseen])
  return isUnseen
}
