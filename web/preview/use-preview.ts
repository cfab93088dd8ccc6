import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { Failure } from '#contract/failure.ts'
import { failures } from '#contract/failures.ts'
import { pageFailures } from '#contract/page-failures.ts'
import { failureText } from '../download/failure-text.ts'
import { isOffline } from '../is-offline.ts'
import { needsProxy } from './device.ts'
import { proxied, readPreview, type Media, type PreviewLink } from './link.ts'
import { advance, fileOf, initialState, playedByProxy, type MadeFile, type PreviewState } from './machine.ts'
import { addressBar, type LinkPlace } from './link-place.ts'
import { useIsOnline } from './use-is-online.ts'
import { useSaveWhenReady, type SaveWhenReady } from './save-when-ready.ts'
import { useDelayed, type Delayed } from './use-delayed.ts'

const MAX_REFRESHES = 2

const EXPIRED_PRESS_BUTTON = 'This link has expired. Press the button to look it up again.'

type Api = typeof import('../api.ts')
let loadedApi: Api | null = null
const loadApi = async (): Promise<Api> => (loadedApi ??= await import('../api.ts'))

export type Preview = {
  state: PreviewState
  /**
   * The link with its fragment. It is null until React has hydrated the page, because only the browser knows
   * the fragment.
   */
  link: PreviewLink | null
  /** The id of the place to which `state` and `link` belong. */
  openedId: string | null
  isOnline: boolean
  /**
   * Runs when the visitor presses a button, for example "Start again". If the preview link leads to media,
   * extracts the item again to get a new media link. If the preview link contains a ticket (a permission to
   * start a merge), starts or repeats the merge. If the ticket has expired, first extracts the item again.
   */
  make: () => void
  keepWaiting: () => void
  cancel: () => void
  /**
   * Deletes the file five seconds after the visitor presses the button, unless the visitor undoes the
   * deletion.
   */
  deletion: Delayed
  saving: SaveWhenReady
  unplayable: () => void
  countdownEnded: () => void
  refreshStale: (formatKey: string | null) => void
}

/**
 * Controls a preview: opens the link, starts and watches the merge, and refreshes an expired link. Each of
 * these activities aborts the previous one.
 * @param rendered the link as the server rendered it, without its fragment
 * @param opener who opened the preview page:
 *   - `isForeign`: another site opened it. Merges and extractions start only after the visitor presses a
 *     button.
 *   - `isOwnPreview`: a page of this site opened it. The edge has then made the media link itself, so the
 *     hook does not ask the edge to check the grant of that link.
 */
export function usePreview(
  rendered: PreviewLink,
  { isForeign, isOwnPreview }: { isForeign: boolean; isOwnPreview: boolean },
  place: LinkPlace = addressBar,
): Preview {
  const [link, setLink] = useState<PreviewLink | null>(null)
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [state, dispatch] = useReducer(
    advance,
    { startsMerge: rendered.target?.kind === 'ticket', isForeign },
    initialState,
  )
  const running = useRef<AbortController>(null)
  const refreshes = useRef(0)
  const mustPress = useRef(isForeign)
  /**
   * Whether this page has extracted the item itself. In that case the edge has just made the media link, so
   * the page does not ask the edge to check the grant of that link.
   */
  const isProven = useRef(false)
  const isHealing = useRef(false)
  const saving = useSaveWhenReady(link?.saves ?? false, link !== null)

  const begin = () => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  const attempt = async (signal: AbortSignal, fallback: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (cause) {
      if (signal.aborted) return
      console.error(cause)
      if (cause instanceof Failure) dispatch({ type: 'failed', message: failureText(cause) })
      else if (isOffline()) dispatch({ type: 'failed', message: pageFailures.no_network, isOffline: true })
      else dispatch({ type: 'failed', message: fallback })
    }
  }

  const watch = async (taskId: string, signal: AbortSignal) => {
    const { followTask } = await import('./watch.ts')
    dispatch(await followTask(taskId, (progress) => dispatch({ type: 'progressed', progress }), signal))
  }

  const refresh = async (from: PreviewLink, key: string | null, signal: AbortSignal) => {
    dispatch({ type: 'started', message: 'Looking the link up again' })
    const { freshPreviewLink } = await import('./refresh-link.ts')
    const address = await freshPreviewLink(from, key, location.origin, signal)
    const fresh = new URL(address, location.origin)
    place.replace(fresh)
    isProven.current = true
    await open({ ...readPreview(fresh.search, fresh.hash, location.origin), saves: from.saves }, signal)
  }

  const refreshIfAllowed = async (from: PreviewLink, key: string | null, signal: AbortSignal) => {
    if (!from.source_url || refreshes.current >= MAX_REFRESHES)
      return dispatch({ type: 'failed', message: failures.stale.text })
    if (mustPress.current) return dispatch({ type: 'failed', message: EXPIRED_PRESS_BUTTON })
    refreshes.current += 1
    await refresh(from, key, signal)
  }

  const runMerge = async (from: PreviewLink, ticket: string, signal: AbortSignal) => {
    dispatch({ type: 'started', message: 'Starting' })
    const [api, { isAlive }] = await Promise.all([loadApi(), import('./watch.ts')])
    try {
      // The link of a QR code contains the id of a task. The page waits for this task, unless the task has
      // failed or its file has expired.
      const known = from.taskId && (await isAlive(from.taskId, signal)) ? from.taskId : null
      const taskId = known ?? (await api.startMerge(ticket, signal))
      dispatch({ type: 'task_known', taskId })
      await watch(taskId, signal)
    } catch (cause) {
      if (
        !(cause instanceof Failure && cause.code === 'stale') ||
        !from.source_url ||
        refreshes.current >= MAX_REFRESHES
      )
        throw cause
      refreshes.current += 1
      await refresh(from, cause.formatKey ?? null, signal)
    }
  }

  /**
   * Anybody can write a preview link. So the browser contacts the media host only after the edge has accepted
   * the grant of the link. The edge need not check the grant if the edge itself has just made the link. This
   * is so if a page of this site opened this page, or if this page has extracted the item itself. Throws
   * `stale` for a link without a valid grant.
   */
  const loadsFrom = async (next: PreviewLink, media: Media, signal: AbortSignal) => {
    if (next.isPicture || needsProxy(media.url)) return 'proxy'
    if (isOwnPreview || isProven.current) return 'source'
    const { canDownload } = await loadApi()
    const isGood = await canDownload(proxied(media, next.filename, location.origin), signal)
    return isGood ? 'source' : 'proxy'
  }

  const openMedia = async (next: PreviewLink, media: Media, signal: AbortSignal) => {
    try {
      dispatch({ type: 'opened', from: await loadsFrom(next, media, signal) })
    } catch (cause) {
      if (!(cause instanceof Failure && cause.code === 'stale')) throw cause
      await refreshIfAllowed(next, cause.formatKey ?? null, signal)
    }
  }

  const open = async (next: PreviewLink, signal: AbortSignal) => {
    setLink(next)
    setOpenedId(place.id)
    const { target } = next
    if (!target) dispatch({ type: 'found_nothing' })
    else if (target.kind === 'refused') dispatch({ type: 'failed', message: pageFailures.preview_refused })
    else if (next.renews && !mustPress.current && next.source_url && target.kind === 'media')
      await refresh(next, null, signal)
    else if (target.kind === 'media') await openMedia(next, target.media, signal)
    else if (mustPress.current) dispatch({ type: 'held_back' })
    else await runMerge(next, target.ticket, signal)
  }

  const start = useEffectEvent(() => {
    const signal = begin()
    const read = place.read()
    dispatch({ type: 'opening' })
    void attempt(signal, startFault(read), () => open(read, signal))
  })
  useEffect(() => {
    if (place.id === null) return
    start()
    return () => running.current?.abort()
  }, [place.id])

  const make = () => {
    if (!link?.target || link.target.kind === 'refused') return
    const { target } = link
    const signal = begin()
    refreshes.current = 0
    mustPress.current = false
    void attempt(signal, startFault(link), () =>
      target.kind === 'ticket' ? runMerge(link, target.ticket, signal) : refresh(link, null, signal),
    )
  }

  const keepWaiting = () => {
    if (state.step !== 'failed') return
    if (state.isOffline) return make()
    if (!state.waitsFor) return
    const taskId = state.waitsFor
    const signal = begin()
    dispatch({ type: 'started', message: 'Still at it', taskId })
    void attempt(signal, failures.internal.text, () => watch(taskId, signal))
  }

  const isOnline = useIsOnline()
  const goOn = useEffectEvent(() => keepWaiting())
  useEffect(() => {
    const back = () => goOn()
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  }, [])

  const end = async (taskId: string | null) => {
    if (!taskId) return
    // A deletion starts after a delay, so that the visitor can undo it. If the visitor leaves the page during
    // this delay, this function runs at that moment. It is then too late to load a chunk, so the function
    // uses the API calls that are already loaded.
    const { endTask } = loadedApi ?? (await loadApi())
    await endTask(taskId)
  }

  const cancel = () => {
    if (state.step !== 'processing') return
    begin()
    dispatch({ type: 'cancelled' })
    // If the request to cancel the merge fails, the merge continues, and the server deletes the file after
    // the retention period.
    end(state.taskId).catch(console.error)
  }

  const deletion = useDelayed(() => {
    const file = fileOf(state)
    if (!file) return
    end(file.taskId).then(
      () => dispatch({ type: 'deleted' }),
      (cause: unknown) => {
        console.error(cause)
        const message = cause instanceof Failure ? failureText(cause) : pageFailures.offline
        dispatch({ type: 'not_deleted', message: `The file was not deleted. ${message}` })
      },
    )
  })

  const refreshStale = (formatKey: string | null) => {
    // The player has seen the same first, and its link is looked up already.
    if (!link || isHealing.current) return
    const signal = begin()
    void attempt(signal, failures.stale.text, () => refreshIfAllowed(link, formatKey, signal))
  }

  const heal = async (from: PreviewLink, media: Media, signal: AbortSignal) => {
    refreshes.current += 1
    const { healedLink } = await import('./heal-player.ts')
    const healed = await healedLink(from, media, signal)
    if (!healed) return dispatch({ type: 'unplayable' })
    place.replace(healed.address)
    isProven.current = true
    await open(healed.link, signal)
  }

  const checkFile = async ({ taskId, expiresAt }: MadeFile, { signal }: AbortController) => {
    const { isGone } = await import('./watch.ts')
    const isThere = !(await isGone(taskId, signal))
    if (signal.aborted) return
    const isDeleted = expiresAt !== null && Date.now() < expiresAt
    dispatch({ type: isThere ? 'unplayable' : isDeleted ? 'deleted' : 'countdown_ended' })
  }

  const unplayable = () => {
    const file = fileOf(state)
    if (file && running.current) return void checkFile(file, running.current)
    const media = link && playedByProxy(link, state)
    if (!media || !running.current || refreshes.current >= MAX_REFRESHES)
      return dispatch({ type: 'unplayable' })
    const { signal } = running.current
    isHealing.current = true
    heal(link, media, signal)
      .catch((cause: unknown) => {
        if (signal.aborted) return
        console.error(cause)
        dispatch({ type: 'unplayable' })
      })
      .finally(() => (isHealing.current = false))
  }

  return {
    state,
    link,
    openedId,
    isOnline,
    make,
    keepWaiting,
    cancel,
    deletion,
    saving,
    unplayable,
    countdownEnded: () => dispatch({ type: 'countdown_ended' }),
    refreshStale,
  }
}

/** Nothing is merged for a link that leads straight to media. */
const startFault = ({ target }: PreviewLink): string =>
  target?.kind === 'media' ? pageFailures.cannot_start : 'Failed to start merge task'
