import readyIcon from '../styles/ready.svg?url'

export function showNotice(): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!icon) return () => {}
  const before = icon.href
  icon.href = readyIcon
  return () => void (icon.href = before)
}
