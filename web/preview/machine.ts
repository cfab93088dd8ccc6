import type { MergeStatus } from '#contract/api.ts'

/** A file that the server has made for this visitor. */
export type MadeFile = {
  taskId: string
  /** Epoch milliseconds on this device's clock; null when the server has forgotten the task. */
  expiresAt: number | null
  /** Bytes. */
  size: number | null
  proof: MergeStatus['proof'] | null
  /** Differs each time the file of a task is made. Empty when the server has forgotten the task. */
  generation: string
}

/** Progress of a task, as the page shows it. */
export type Progress = {
  percent: number
  message: string
  /** Bytes. */
  received: number | null
  total: number | null
  /** Bytes per second. */
  speed: number | null
  /** Seconds left. */
  remaining: number | null
}

/** State of a preview. The server renders `opening` where the next state depends on the device. */
export type PreviewState =
  | { step: 'opening' }
  | { step: 'no_url' }
  /** Another site opened this page, so the merge waits for a press. */
  | { step: 'unstarted' }
  | { step: 'direct'; from: 'source' | 'proxy' }
  | {
      step: 'processing'
      taskId: string | null
      progress: Progress
      /** Whether a playlist plays while the file is being made. */
      plays: boolean
    }
  | { step: 'ready'; file: MadeFile }
  | { step: 'unavailable'; file: MadeFile | null }
  | { step: 'expired'; isDeleted: boolean; file: MadeFile }
  | { step: 'cancelled' }
  | {
      step: 'failed'
      message: string
      /** Id of a task that may still succeed, so that the visitor can go on waiting for it. */
      waitsFor: string | null
    }

export type PreviewEvent =
  | { type: 'found_nothing' }
  | { type: 'held_back' }
  | { type: 'opened'; from: 'source' | 'proxy' }
  | { type: 'started'; message: string; taskId?: string; plays?: boolean }
  | { type: 'task_known'; taskId: string }
  | { type: 'progressed'; progress: Progress }
  | { type: 'made'; file: MadeFile }
  | { type: 'failed'; message: string; waitsFor?: string }
  | { type: 'unplayable' }
  | { type: 'countdown_ended' }
  | { type: 'cancelled' }
  | { type: 'deleted' }

/**
 * The first state. A merge starts as soon as the page opens, so the server already renders its progress. On a
 * page that another site opened, it waits for a press.
 */
export function initialState({
  startsMerge,
  isForeign,
}: {
  startsMerge: boolean
  isForeign: boolean
}): PreviewState {
  if (startsMerge && isForeign) return { step: 'unstarted' }
  return startsMerge
    ? advance({ step: 'opening' }, { type: 'started', message: 'Starting' })
    : { step: 'opening' }
}

const blank = { percent: 0, received: null, total: null, speed: null, remaining: null }

/** Returns the state after an event. Events that are invalid in the current state are ignored. */
export function advance(state: PreviewState, event: PreviewEvent): PreviewState {
  switch (event.type) {
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
        plays: event.plays ?? false,
      }
    case 'failed':
      return { step: 'failed', message: event.message, waitsFor: event.waitsFor ?? null }
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
  }
}

/** Answers may arrive late, but the percentage never decreases and never exceeds 100. */
function neverBackwards(before: Progress, now: Progress): Progress {
  return { ...now, percent: Math.max(before.percent, Math.min(100, now.percent)) }
}

function expired(state: PreviewState, isDeleted: boolean): PreviewState {
  const file = fileOf(state)
  return file ? { step: 'expired', isDeleted, file } : state
}

/**
 * A media link that does not play is tried once more through our proxy. After that it can only be downloaded.
 */
function unplayable(state: PreviewState): PreviewState {
  if (state.step === 'direct')
    return state.from === 'source' ? { step: 'direct', from: 'proxy' } : { step: 'unavailable', file: null }
  if (state.step === 'processing') return { ...state, plays: false }
  return state.step === 'ready' ? { step: 'unavailable', file: state.file } : state
}

/** The file that the page knows about, also after it has expired. */
export function knownFile(state: PreviewState): MadeFile | null {
  return state.step === 'expired' ? state.file : fileOf(state)
}

/** The file that can be downloaded now, or null. */
export function fileOf(state: PreviewState): MadeFile | null {
  return state.step === 'ready' || state.step === 'unavailable' ? state.file : null
}
