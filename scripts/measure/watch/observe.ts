/** Times in milliseconds since the press. */
export type Seen = { frame: number; sought: number | null; stalled: number }
/** Ends of the calls before the first frame; `attempt` and `copy` are what the first list waited for. */
export type Stages = Record<'started' | 'attempt' | 'copy' | 'listed' | 'opened' | 'fetched', number>

declare global {
  // oxlint-disable-next-line no-var -- only `var` declares a property of `globalThis`
  var seen: Seen
}

/** Runs in the page: notes the first frame, and plays or seeks as the goal says. */
export function observe(): void {
  const SEEK_SECONDS = 10
  const seen: Seen = (globalThis.seen = { frame: 0, sought: null, stalled: 0 })
  const goal = sessionStorage.getItem('goal')
  const noteFrame = (video: HTMLVideoElement) =>
    video.requestVideoFrameCallback((now, { mediaTime }) => {
      if (seen.frame === 0) begin(video)
      seen.frame ||= now
      if (goal === 'seek' && mediaTime >= SEEK_SECONDS - 0.1) seen.sought ??= now
      else noteFrame(video)
    })
  const begin = (video: HTMLVideoElement) => {
    video.muted = true
    if (goal === 'seek') seekWhenPossible(video)
    if (goal !== 'stalls') return
    void video.play()
    let since: number | null = null
    video.addEventListener('waiting', () => (since ??= performance.now()))
    video.addEventListener('playing', () => {
      if (since !== null) seen.stalled += performance.now() - since
      since = null
    })
  }
  const seekWhenPossible = (video: HTMLVideoElement) => {
    if (video.duration > SEEK_SECONDS) video.currentTime = SEEK_SECONDS
    else video.addEventListener('durationchange', () => seekWhenPossible(video), { once: true })
  }
  new MutationObserver(() => {
    for (const video of document.querySelectorAll('video')) {
      if (video.dataset['seen']) continue
      video.dataset['seen'] = 'yes'
      noteFrame(video)
    }
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page. */
export function stages(): Stages {
  const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const find = (pattern: RegExp) => calls.filter(({ name }) => pattern.test(name))
  const list = find(/\/watch\/[^/?]+$/).find(({ responseStatus }) => responseStatus === 200)
  const waited = (step: string) =>
    list?.serverTiming.find(({ name }) => name === step)?.duration ?? Number.NaN
  const endOf = (call: PerformanceResourceTiming | undefined) => call?.responseEnd ?? Number.NaN
  const [init, first] = find(/\/media\?/)
  return {
    started: endOf(find(/start-merge/)[0]),
    attempt: waited('attempt'),
    copy: waited('copy'),
    listed: endOf(list),
    opened: endOf(init),
    fetched: endOf(first),
  }
}
