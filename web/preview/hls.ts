import { paths } from '#contract/paths.ts'

export function hasPlaylistName(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const inner = url.searchParams.get('url')
  if (inner && url.pathname === paths.proxiedDownload) return hasPlaylistName(inner)
  const isVimeo = /(^|\.)vimeocdn\.com$/.test(url.hostname)
  return url.pathname.endsWith('.m3u8') || (isVimeo && !/\.(mp4|m4a|webm|mp3)$/.test(url.pathname))
}
