import { Failure } from '#contract/failure.ts'
import type { Parts } from '#texts/parts.ts'
import type { Say } from '#texts/say.ts'
import { sayFailure } from '../app/failure-words.ts'
import { isOffline } from '../is-offline.ts'
import { HttpError, Unreached } from '../unexpected-answer.ts'
import { needsProxy } from './device.ts'
import type { LinkPlace } from './link-place.ts'
import { proxied, type Media, type PreviewLink } from './link.ts'
import {
  fileOf,
  playedByProxy,
  type MadeFile,
  type PreviewEvent,
  type PreviewState,
  type Progress,
} from './machine.ts'
import type { FreshLink } from './refresh-link.ts'
import type { WatchFault } from './watch.ts'
import { logFault } from '../log-fault.ts'

const MAX_REFRESHES = 2

type Api = typeof import('../api.ts')
let loadedApi: Api | null = null
const loadApi = async (): Promise<Api> => (loadedApi ??= await import('../api.ts'))

export type Opener = {
  /** Another site opened the page. Merges and extractions start only after the visitor presses a button. */
  isForeign: boolean
  /** A page of this site opened it, so the edge has made the media link itself. */
  isOwnPreview: boolean
}

type Listener = {
  dispatch: (event: PreviewEvent) => void
  onLink: (link: PreviewLink, placeId: string | null) => void
}

/** What the page says while it opens a link, in its language. */
type PreviewWords = Pick<Parts['preview'], 'faults' | 'status'> & { starting: string; say: Say }

type Activity = { place: LinkPlace; signal: AbortSignal }

/** Opens links, starts and watches merges, looks dead links up again. A new activity ends the last one. */
export class PreviewWork {
  readonly #dispatch: Listener['dispatch']
  readonly #onLink: Listener['onLink']
  readonly #words: PreviewWords
  #running: AbortController | null = null
  #refreshes = 0
  #mustPress: boolean
  /** Whether the edge has just made the media link, so that it need not check the grant. */
  #isProven: boolean
  #isHealing = false

  constructor({ isForeign, isOwnPreview }: Opener, { dispatch, onLink }: Listener, words: PreviewWords) {
    this.#words = words
    this.#mustPress = isForeign
    this.#isProven = isOwnPreview
    this.#dispatch = dispatch
    this.#onLink = onLink
  }

  start(place: LinkPlace): void {
    const link = place.read()
    this.#dispatch({ type: 'opening' })
    this.#begin(place, this.#startFault(link), (activity) => this.#open(link, activity))
  }

  stop(): void {
    this.#running?.abort()
  }

  make(link: PreviewLink, place: LinkPlace): void {
    const { target } = link
    if (!target || target.kind === 'refused') return
    this.#refreshes = 0
    this.#mustPress = false
    this.#begin(place, this.#startFault(link), (activity) =>
      target.kind === 'ticket'
        ? this.#merge(link, target.ticket, activity)
        : this.#refresh(link, null, activity),
    )
  }

  waitFor(taskId: string, place: LinkPlace): void {
    this.#dispatch({ type: 'started', message: this.#words.status.stillAtIt, taskId })
    this.#begin(place, new Failure('internal'), ({ signal }) => this.#watch(taskId, signal))
  }

  refreshStale(link: PreviewLink, formatKey: string | null, place: LinkPlace): void {
    // The player has seen the same first, and its link is looked up already.
    if (this.#isHealing) return
    this.#begin(place, new Failure('stale'), (activity) => this.#refreshIfAllowed(link, formatKey, activity))
  }

  cancel(taskId: string | null): void {
    this.stop()
    this.#dispatch({ type: 'cancelled' })
    // If the call fails, the merge continues, and the server deletes the file after the retention period.
    if (taskId) endTask(taskId).catch(logFault)
  }

  delete({ taskId }: MadeFile): void {
    endTask(taskId).then(
      () => this.#dispatch({ type: 'deleted' }),
      async (cause: unknown) => {
        logFault(cause)
        const reason = await sayFailure(cause instanceof Failure ? cause : new Unreached(false, cause))
        const { say, faults } = this.#words
        this.#dispatch({ type: 'not_deleted', message: say(faults.notDeleted, { reason }) })
      },
    )
  }

  unplayable(link: PreviewLink | null, state: PreviewState, place: LinkPlace): void {
    const signal = this.#running?.signal
    const file = fileOf(state)
    if (file && signal) return void this.#checkFile(file, signal)
    const media = link && playedByProxy(link, state)
    if (!media || !signal) return this.#dispatch({ type: 'unplayable' })
    this.#isHealing = true
    const healing = this.#heal(link, media, { place, signal }).finally(() => (this.#isHealing = false))
    this.#tell(healing, new Failure('stale'), signal)
  }

  #begin(place: LinkPlace, fallback: string | Failure, work: (activity: Activity) => Promise<void>): void {
    this.stop()
    this.#running = new AbortController()
    const { signal } = this.#running
    this.#tell(work({ place, signal }), fallback, signal)
  }

  #tell(working: Promise<void>, fallback: string | Failure, signal: AbortSignal): void {
    working.catch(async (cause: unknown) => {
      if (signal.aborted) return
      logFault(cause)
      const event = await this.#failed(cause, fallback)
      if (!signal.aborted) this.#dispatch(event)
    })
  }

  async #failed(cause: unknown, fallback: string | Failure): Promise<PreviewEvent> {
    if (cause instanceof Failure) return { type: 'failed', message: await sayFailure(cause) }
    if (isOffline())
      return { type: 'failed', message: await sayFailure(new Unreached(true, cause)), isOffline: true }
    return {
      type: 'failed',
      message: typeof fallback === 'string' ? fallback : await sayFailure(fallback),
    }
  }

  async #faultText(fault: WatchFault): Promise<string> {
    const { faults, say } = this.#words
    if (typeof fault === 'string') return faults[fault]
    if ('message' in fault) return fault.message
    return say(faults.pollingErrors, { reason: await pollingReason(fault.pollingErrors) })
  }

  async #open(link: PreviewLink, activity: Activity): Promise<void> {
    this.#onLink(link, activity.place.id)
    const { target } = link
    if (!target) this.#dispatch({ type: 'found_nothing' })
    else if (target.kind === 'refused')
      this.#dispatch({ type: 'failed', message: this.#words.faults.refused })
    else if (link.renews && !this.#mustPress && link.source_url && target.kind === 'media')
      await this.#refresh(link, null, activity)
    else if (target.kind === 'media') await this.#openMedia(link, target.media, activity)
    else if (this.#mustPress) this.#dispatch({ type: 'held_back' })
    else await this.#merge(link, target.ticket, activity)
  }

  async #openMedia(link: PreviewLink, media: Media, activity: Activity): Promise<void> {
    try {
      this.#dispatch({ type: 'opened', from: await this.#loadsFrom(link, media, activity.signal) })
    } catch (cause) {
      if (!(cause instanceof Failure && cause.code === 'stale')) throw cause
      await this.#refreshIfAllowed(link, cause.formatKey ?? null, activity)
    }
  }

  /** Nothing is merged for a link that leads straight to media. */
  #startFault({ target }: PreviewLink): string {
    const { cannotStart, cannotMerge } = this.#words.faults
    return target?.kind === 'media' ? cannotStart : cannotMerge
  }

  /**
   * Anybody can write a preview link, so the browser contacts the media host only after the edge has accepted
   * the grant. Throws `stale` for a link without a valid grant.
   */
  async #loadsFrom(link: PreviewLink, media: Media, signal: AbortSignal): Promise<'source' | 'proxy'> {
    if (link.isPicture || needsProxy(media.url)) return 'proxy'
    if (this.#isProven) return 'source'
    const { canDownload } = await loadApi()
    const isGood = await canDownload(proxied(media, link.filename, location.origin), signal)
    return isGood ? 'source' : 'proxy'
  }

  async #merge(link: PreviewLink, ticket: string, activity: Activity): Promise<void> {
    const { signal } = activity
    this.#dispatch({ type: 'started', message: this.#words.starting })
    const [{ startMerge }, { isAlive }] = await Promise.all([loadApi(), import('./watch.ts')])
    try {
      // The link of a QR code has the id of a task, which may have failed, or lost its file.
      const known = link.taskId && (await isAlive(link.taskId, signal)) ? link.taskId : null
      const taskId = known ?? (await startMerge(ticket, signal))
      this.#dispatch({ type: 'task_known', taskId })
      await this.#watch(taskId, signal)
    } catch (cause) {
      if (!(cause instanceof Failure && cause.code === 'stale') || !this.#mayRefresh(link)) throw cause
      this.#refreshes += 1
      await this.#refresh(link, cause.formatKey ?? null, activity)
    }
  }

  async #watch(taskId: string, signal: AbortSignal): Promise<void> {
    const { followTask } = await import('./watch.ts')
    const onProgress = (progress: Progress) => this.#dispatch({ type: 'progressed', progress })
    const end = await followTask(taskId, onProgress, signal)
    if (end.type === 'made') return this.#dispatch(end)
    const { fault, ...more } = end
    const message = await this.#faultText(fault)
    signal.throwIfAborted()
    this.#dispatch({ ...more, message })
  }

  #mayRefresh(link: PreviewLink): boolean {
    return Boolean(link.source_url) && this.#refreshes < MAX_REFRESHES
  }

  async #refreshIfAllowed(link: PreviewLink, key: string | null, activity: Activity): Promise<void> {
    if (this.#isAllowed(link)) await this.#refresh(link, key, activity)
  }

  /** Counts one more refresh, or says that the visitor must press first. Throws `stale` after the last. */
  #isAllowed(link: PreviewLink): boolean {
    if (!this.#mayRefresh(link)) throw new Failure('stale')
    if (this.#mustPress) this.#dispatch({ type: 'failed', message: this.#words.faults.pressButton })
    else this.#refreshes += 1
    return !this.#mustPress
  }

  async #refresh(link: PreviewLink, key: string | null, activity: Activity): Promise<void> {
    this.#dispatch({ type: 'started', message: this.#words.status.lookingUp })
    const { freshLink } = await import('./refresh-link.ts')
    const fresh = await freshLink(link, key, activity.signal)
    await this.#openFresh({ ...fresh, link: { ...fresh.link, saves: link.saves } }, activity)
  }

  /** The player stays while the link that it used is looked up again. */
  async #heal(link: PreviewLink, media: Media, activity: Activity): Promise<void> {
    const { deathOf } = await import('./heal-player.ts')
    const death = await deathOf(link, media, activity.signal)
    activity.signal.throwIfAborted()
    if (!death) return this.#dispatch({ type: 'unplayable' })
    if (!this.#isAllowed(link)) return
    const { freshLink } = await import('./refresh-link.ts')
    await this.#openFresh(await freshLink(link, death.formatKey, activity.signal), activity)
  }

  async #openFresh({ link, address }: FreshLink, activity: Activity): Promise<void> {
    activity.place.replace(address)
    this.#isProven = true
    await this.#open(link, activity)
  }

  async #checkFile({ taskId, expiresAt }: MadeFile, signal: AbortSignal): Promise<void> {
    const { isGone } = await import('./watch.ts')
    const isThere = !(await isGone(taskId, signal))
    if (signal.aborted) return
    const isDeleted = expiresAt !== null && Date.now() < expiresAt
    this.#dispatch({ type: isThere ? 'unplayable' : isDeleted ? 'deleted' : 'countdown_ended' })
  }
}

/** When the visitor leaves, a deletion runs at once, and it is too late to load a chunk. */
async function endTask(taskId: string): Promise<void> {
  const api = loadedApi ?? (await loadApi())
  await api.endTask(taskId)
}

/** Its message is written for developers, except that of a status. */
async function pollingReason(cause: unknown): Promise<string> {
  if (cause instanceof HttpError) return cause.message
  return await sayFailure(cause instanceof Unreached ? cause : Failure.from(cause))
}
