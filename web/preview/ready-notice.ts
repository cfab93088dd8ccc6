import readyIcon from '../styles/ready.svg?url'

export const notices = { isWanted: false }

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
