import { useEffect, useState, useSyncExternalStore } from 'react'
import readyIcon from '../styles/ready.svg?url'

// Notifies a visitor who is in another tab that the file is ready. The title and the icon of the tab change.
// A notification is shown if the visitor has switched it on.

/** Whether the visitor has switched on the notification on this page. */
export const notices = { isWanted: false }

/** Sets the icon of the tab. Returns a function that restores the previous icon. */
function setIcon(href: string): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!icon) return () => {}
  const before = icon.href
  icon.href = href
  return () => void (icon.href = before)
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * Returns whether the file became ready while the tab was hidden. The value is true until the visitor looks
 * at the tab.
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
    if (notices.isWanted) {
      const notice = new Notification('Your file is ready', { body: title, icon: readyIcon })
      notice.addEventListener('click', () => window.focus())
    }
    return setIcon(readyIcon)
  }, [isUnseen, title])
  return isUnseen
}
