import type Hls from 'hls.js'

/**
 * If the browser can play HLS itself and has ManagedMediaSource, the browser plays it. In all other browsers
 * hls.js plays it, because the HLS players of browsers without ManagedMediaSource fail on some streams.
 * @param onFatal called when the playlist cannot be played
 * @returns a function that stops playback
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
  // The light build of hls.js cannot play separate audio tracks. A stream with such tracks would be silent,
  // so it needs the full build.
  const build = /TYPE=AUDIO/.test(master) ? await import('hls.js') : await import('hls.js/light')
  const Player: typeof Hls = build.default
  if (!Player.isSupported()) {
    onFatal()
    return () => {}
  }
  const hls = new Player()
  const recovered = new Set<string>()
  hls.on(Player.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return
    if (recovered.has(type)) return onFatal()
    recovered.add(type)
    if (type === Player.ErrorTypes.NETWORK_ERROR) hls.startLoad()
    else if (type === Player.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError()
    else onFatal()
  })
  hls.loadSource(src)
  hls.attachMedia(media)
  return () => hls.destroy()
}
