import { paths } from '#contract/paths.ts'
import type Hls from 'hls.js'
import { keepList, copyListLoader } from './copy-lists.ts'

/**
 * If the browser can play HLS itself and has ManagedMediaSource, the browser plays it. In all other browsers
 * hls.js plays it, because the HLS players of browsers without ManagedMediaSource fail on some streams.
 * @param onFatal called when the playlist cannot be played
 * @param onLost called when the file of a copy is no longer being made, or is made again from its beginning
 * @returns a function that stops playback
 */
export async function playHls(
  media: HTMLMediaElement,
  src: string,
  onFatal: () => void,
  onLost: () => void,
): Promise<() => void> {
  if ('ManagedMediaSource' in window && media.canPlayType('application/vnd.apple.mpegurl')) {
    media.src = src
    return () => media.removeAttribute('src')
  }
  const isCopy = src.startsWith(paths.watch)
  const answer = isCopy ? null : await fetch(src)
  if (answer && !answer.ok) {
    onFatal() // hls.js does not ask again for a playlist that was refused.
    return () => {}
  }
  const master = (await answer?.text()) ?? ''
  // The light build of hls.js cannot play separate audio tracks. A stream with such tracks would be silent,
  // so it needs the full build.
  const build = /TYPE=AUDIO/.test(master) ? await import('hls.js') : await loadPlayer()
  const Player: typeof Hls = build.default
  if (!Player.isSupported()) {
    onFatal()
    return () => {}
  }
  const hls = new Player(
    isCopy
      ? { pLoader: copyListLoader(Player), progressive: true }
      : { maxMaxBufferLength: SOURCE_AHEAD_SECONDS },
  )
  const recovered = new Set<string>()
  let retry: ReturnType<typeof setTimeout> | undefined
  hls.on(Player.Events.ERROR, (_event, { fatal, type, details, frag }) => {
    const { MANIFEST_PARSING_ERROR, LEVEL_PARSING_ERROR, FRAG_PARSING_ERROR } = Player.ErrorDetails
    // After the end of an attempt, the playlist and the fragments are empty answers. hls.js would ask for
    // each fragment that is left, and its recovery would empty the player.
    const isGone =
      details === MANIFEST_PARSING_ERROR ||
      details === LEVEL_PARSING_ERROR ||
      (details === FRAG_PARSING_ERROR && frag?.stats.loaded === 0)
    if (isCopy && isGone) {
      hls.stopLoad()
      return onLost()
    }
    if (!fatal) return
    if (isCopy && type === Player.ErrorTypes.NETWORK_ERROR) {
      hls.stopLoad()
      retry = setTimeout(() => hls.startLoad(), RETRY_MS)
      return
    }
    if (recovered.has(type)) return onFatal()
    recovered.add(type)
    if (type === Player.ErrorTypes.NETWORK_ERROR) hls.startLoad()
    else if (type === Player.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError()
    else onFatal()
  })
  hls.loadSource(src)
  hls.attachMedia(media)
  return () => {
    clearTimeout(retry)
    hls.destroy()
  }
}

/** By default, hls.js loads minutes ahead; the merge fetches the same bytes from the source. */
const SOURCE_AHEAD_SECONDS = 30

/** Loads the player of a copy ahead of its use. */
export const loadPlayer = () => import('hls.js/light')

/** The browser may be offline for a while, and a merger that died may be replaced. */
const RETRY_MS = 1_000

/**
 * Returns the playlist of the attempt that makes a file, as soon as its first seconds exist; null if it
 * cannot be watched.
 * @param lost the playlist of an attempt that has ended, of which the edge may not have heard yet
 */
export async function findCopy(
  taskId: string,
  signal: AbortSignal,
  lost: string | null = null,
): Promise<string | null> {
  const address = `${paths.watch}${taskId}`
  for (;;) {
    const answer = await fetch(address, { signal }).catch(() => null)
    signal.throwIfAborted()
    const text = answer?.status === 200 ? await answer.text() : ''
    const [attempt] = /attempt=\d+/.exec(text) ?? []
    const src = attempt ? `${address}?${attempt}` : null
    if (answer === null || answer.status >= 500 || (src !== null && src === lost))
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    // The edge has waited some seconds before it answers 202.
    else if (answer.status !== 202) {
      if (src) keepList(src, text)
      return src
    }
  }
}

/** As `findCopy`, when its player is loaded too. */
export async function copyOf(...wanted: Parameters<typeof findCopy>): Promise<string | null> {
  const [src] = await Promise.all([findCopy(...wanted), loadPlayer()])
  return wanted[1].aborted ? null : src
}
