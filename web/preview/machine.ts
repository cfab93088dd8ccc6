import type { MergeStatus } from '#contract/api.ts'
import type { Media, PreviewLink } from './link.ts'

export type MadeFile = {
  taskId: string
  /**
   * Time at which the file expires, in epoch milliseconds on this device's clock; null if the server has
   * forgotten the task.
   */
  expiresAt: number | null
  /** Size in bytes. */
  size: number | null
  proof: MergeStatus['proof'] | null
  generation: string
}

export type Progress = {
  percent: number
  message: string
  /**
   * Bytes that the merger has received from the sources; null if unknown. `total` is the number of bytes that
   * the merger expects to receive.
   */
  received: number | null
  total: number | null
  /** Speed in bytes per second; null if unknown. */
  speed: number | null
  /** Seconds until the merge ends; null if unknown. */
  remaining: number | null
}

/**
 * The state of a preview. If the server cannot know what the page will show, it renders `opening`. The
 * browser then finds out the next state.
 */
export type PreviewState =
  | { step: 'opening' }
  | { step: 'no_url' }
  /** The merge waits until the visitor presses a button, because another site opened this page. */
  | { step: 'unstarted' }
  | { step: 'direct'; from: 'source' | 'proxy' }
  | { step: 'processing'; taskId: string | null; progress: Progress }
  | { step: 'ready'; file: MadeFile; fault?: string }
  | { step: 'unavailable'; file: MadeFile | null; fault?: string }
  | { step: 'expired'; isDeleted: boolean; file: MadeFile }
  | { step: 'cancelled' }
  | {
      step: 'failed'
      message: string
      /**
       * The id of the task for which the visitor can continue to wait: the page has stopped polling, but the
       * task can still succeed. Null if there is no such task.
       */
      waitsFor: string | null
      /** Nothing could start, because the device is offline. It starts when the device is back. */
      isOffline?: true
    }

export type PreviewEvent =
  | { type: 'opening' }
  | { type: 'found_nothing' }
  | { type: 'held_back' }
  | { type: 'opened'; from: 'source' | 'proxy' }
  | { type: 'started'; message: string; taskId?: string }
  | { type: 'task_known'; taskId: string }
  | { type: 'progressed'; progress: Progress }
  | { type: 'made'; file: MadeFile }
  | { type: 'failed'; message: string; waitsFor?: string; isOffline?: true }
  | { type: 'unplayable' }
  | { type: 'countdown_ended' }
  | { type: 'cancelled' }
  | { type: 'deleted' }
  | { type: 'not_deleted'; message: string }

/**
 * Returns the first state of a preview:
 * - If the page does not start with a merge (`startsMerge` is false): `opening`.
 * - If it does, but another site opened the page (`isForeign`): `unstarted`. The merge waits until the
 *   visitor presses a button.
 * - Otherwise: `processing`. The server already renders the progress of the merge.
 */
export function initialState({
  startsMerge,
  isForeign,
  starting,
}: {
  startsMerge: boolean
  isForeign: boolean
  /** What the page says first about a merge. */
  starting: string
}): PreviewState {
  if (startsMerge && isForeign) return { step: 'unstarted' }
  return startsMerge
    ? advance({ step: 'opening' }, { type: 'started', message: starting })
    : { step: 'opening' }
}

const blank = { percent: 0, received: null, total: null, speed: null, remaining: null }

export function advance(state: PreviewState, event: PreviewEvent): PreviewState {
  switch (event.type) {
    case 'opening':
      return { step: 'opening' }
    case 'found_nothing':
      return { step: 'no_url' }
    case 'held_back':
      return { step: 'unstarted' }
    case 'opened':
      return { step: 'direct', from: event.from }
    case 'started':
      return {
        step: 'processing',
        taskId: event.taskId ?? null,
        progress: { ...blank, message: event.message },
      }
    case 'failed':
      return {
        step: 'failed',
        message: event.message,
        waitsFor: event.waitsFor ?? null,
        ...(event.isOffline && { isOffline: true }),
      }
    case 'task_known':
      return state.step === 'processing' ? { ...state, taskId: event.taskId } : state
    case 'progressed':
      return state.step === 'processing'
        ? { ...state, progress: neverBackwards(state.progress, event.progress) }
        : state
    case 'made':
      return state.step === 'processing' ? { step: 'ready', file: event.file } : state
    case 'unplayable':
      return unplayable(state)
    case 'cancelled':
      return state.step === 'processing' ? { step: 'cancelled' } : state
    case 'countdown_ended':
      return expired(state, false)
    case 'deleted':
      return expired(state, true)
    case 'not_deleted':
      return state.step === 'ready' || state.step === 'unavailable'
        ? { ...state, fault: event.message }
        : state
  }
}

/**
 * Returns the new progress (`now`) with a percentage of at most 100. If the old progress (`before`) has a
 * higher percentage, that percentage remains: responses can arrive late, but the percentage on the page must
 * never decrease.
 */
function neverBackwards(before: Progress, now: Progress): Progress {
  return { ...now, percent: Math.max(before.percent, Math.min(100, now.percent)) }
}

function expired(state: PreviewState, isDeleted: boolean): PreviewState {
  const file = fileOf(state)
  return file ? { step: 'expired', isDeleted, file } : state
}

/**
 * Returns the state after the player could not play its source. The new state depends on this source:
 * - If it was the link of a media host, the player tries our proxy next.
 * - If it was our proxy or a finished file, the visitor can only download the file.
 */
function unplayable(state: PreviewState): PreviewState {
  if (state.step === 'direct')
    return state.from === 'source' ? { step: 'direct', from: 'proxy' } : { step: 'unavailable', file: null }
  return state.step === 'ready' ? { step: 'unavailable', file: state.file } : state
}

/** The media that our proxy fetches for the player. */
export function playedByProxy({ target }: PreviewLink, state: PreviewState): Media | null {
  const isPlayed = target?.kind === 'media' && state.step === 'direct' && state.from === 'proxy'
  return isPlayed ? target.media : null
}

export function fileOf(state: PreviewState): MadeFile | null {
  return state.step === 'ready' || state.step === 'unavailable' ? state.file : null
}
