/** Seconds by which two players may differ without a visible jump. */
const NEAR = 0.15
/** Seconds that a player needs to show a frame of another position. */
const LEAD = 0.4
/** The old player leaves this many seconds of what it has loaded. */
const REST = 0.5

/**
 * Lets `next` go on where `old` is: at once while `old` stands still, otherwise near the end of what it has
 * loaded.
 * @returns `kept` if `old` must stay, because browsers bind full screen and the permission to play to an
 *   element; then only its source may change
 */
export async function takeOver(
  old: HTMLMediaElement,
  next: HTMLMediaElement,
  signal: AbortSignal,
): Promise<'exchanged' | 'kept'> {
  next.preload = 'auto'
  next.muted = true
  while (next.readyState < next.HAVE_METADATA) await heard(next, ['loadedmetadata'], signal)
  for (;;) {
    const at = meetingPoint(old)
    // A copy still grows.
    if (next.duration < at - NEAR) {
      await heard(next, ['durationchange'], signal)
      continue
    }
    await moveTo(next, at, signal)
    while (!stands(old) && old.currentTime < at - 0.02)
      await heard(old, STOPS, signal, ((at - old.currentTime) / old.playbackRate) * 1_000)
    if (Math.abs(old.currentTime - at) >= NEAR) continue
    const end = isHeld(old) ? 'kept' : await exchange(old, next)
    if (end !== 'late') return end
  }
}

const STOPS = ['pause', 'seeking', 'waiting', 'ended']

/** A pause in full screen is no moment to change: the picture would go black for a while. */
const stands = (media: HTMLMediaElement): boolean =>
  media.seeking ||
  media.ended ||
  media.readyState < media.HAVE_FUTURE_DATA ||
  (media.paused && !isHeld(media))

function isHeld(media: HTMLMediaElement & { webkitDisplayingFullscreen?: boolean }): boolean {
  const { fullscreenElement, pictureInPictureElement } = document
  return (
    fullscreenElement === media || pictureInPictureElement === media || !!media.webkitDisplayingFullscreen
  )
}

function meetingPoint(media: HTMLMediaElement): number {
  const { currentTime, buffered } = media
  if (stands(media)) return currentTime
  const loaded = Array.from({ length: buffered.length }, (_, at) => at).find(
    (at) => buffered.start(at) <= currentTime && currentTime <= buffered.end(at),
  )
  const end = loaded === undefined ? currentTime : buffered.end(loaded)
  return Math.max(currentTime + LEAD, end - REST)
}

async function moveTo(media: HTMLMediaElement, at: number, signal: AbortSignal): Promise<void> {
  media.currentTime = at
  while (media.seeking || media.readyState < media.HAVE_CURRENT_DATA)
    await heard(media, ['seeked', 'canplay'], signal)
}

async function exchange(
  old: HTMLMediaElement,
  next: HTMLMediaElement,
): Promise<'exchanged' | 'kept' | 'late'> {
  const plays = () => (old.ended ? next.duration - next.currentTime > 1 : !old.paused)
  next.playbackRate = old.playbackRate
  next.volume = old.volume
  for (const [index, { mode }] of [...old.textTracks].entries())
    if (next.textTracks[index]) next.textTracks[index].mode = mode
  try {
    if (plays()) await next.play()
  } catch {
    return 'kept'
  }
  const isLate = old.currentTime - next.currentTime > NEAR
  if (isLate || !plays()) next.pause()
  if (isLate) return 'late'
  next.muted = old.muted
  if (plays() && next.paused) return 'kept' // Some browsers pause a player that is no longer muted.
  if (document.activeElement === old) setTimeout(() => next.focus({ preventScroll: true }))
  old.pause()
  return 'exchanged'
}

/** Waits for one of the events, at most `ms` milliseconds. */
function heard(target: EventTarget, events: string[], signal: AbortSignal, ms = 1_000): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const end = (settle: () => void) => () => {
      ended.abort()
      clearTimeout(timer)
      settle()
    }
    const timer = setTimeout(end(resolve), ms)
    for (const event of events) target.addEventListener(event, end(resolve), { signal: ended.signal })
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason as Error)),
      { signal: ended.signal },
    )
  })
}
