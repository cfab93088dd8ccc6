import type Hls from 'hls.js'
import { paths } from '#contract/paths.ts'

/** Whether a link names an HLS playlist, as far as its name says. */
export function hasPlaylistName(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const inner = url.searchParams.get('url')
  if (inner && url.pathname === paths.proxiedDownload) return hasPlaylistName(inner)
  const isVimeo = /(^|\.)vimeocdn\.com$/.test(url.hostname)
  return url.pathname.endsWith('.m3u8') || (isVimeo && !/\.(mp4|m4a|webm|mp3)$/.test(url.pathname))
}

/**
 * Plays a playlist: by hls.js, natively only where ManagedMediaSource exists (elsewhere native HLS fails on some
 * streams). Resolves to what ends it; calls `onFatal` when neither way plays.
 */
export async function playHls(
  media: HTMLMediaElement,
  src: string,
  onFatal: () => void,
): Promise<() => void> {
  if ('ManagedMediaSource' in window && media.canPlayType('application/vnd.apple.mpegurl')) {
    media.src = src
    return () => media.removeAttribute('src')
  }
  const master = await fetch(src).then((answer) => (answer.ok ? answer.text() : ''))
  // The light build drops alternate audio and would play such a stream without sound.
  const build = /TYPE=AUDIO/.test(master) ? await import('hls.js') : await import('hls.js/light')
  const Player: typeof Hls = build.default
  if (!Player.isSupported()) {
    onFatal()
    return () => {}
  }
  const hls = new Player()
  const tried = new Set<string>()
  hls.on(Player.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return
    if (tried.has(type)) return onFatal()
    tried.add(type)
    if (type === Player.ErrorTypes.NETWORK_ERROR) hls.startLoad()
    else if (type === Player.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError()
    else onFatal()
  })
  hls.loadSource(src)
  hls.attachMedia(media)
  return () => hls.destroy()
}
