import readyIcon from '../styles/ready.svg?url'

/** Whether the visitor has switched on the notification on this page. */
export const notices = { isWanted: false }

/**
 * Shows that the file is ready: by the icon of the tab, and by a notification if the visitor has switched it
 * on. Returns a function that restores the previous icon.
 * @param title the title of the file
 */
export function showNotice(title: string): () => void {
  if (notices.isWanted) {
    const notice = new Notification('Your file is ready', { body: title, icon: readyIcon })
    notice.addEventListener('click', () => window.focus())
  }
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!icon) return () => {}
  const before = icon.href
  icon.href = readyIcon
  return () => void (icon.href = before)
}
