import type { MergeStatus } from '#contract/api.ts'

/** A file that was made for this visitor. */
export type MadeFile = {
  taskId: string
  /** Epoch milliseconds on this device's clock; null when the server no longer says. */
  expiresAt: number | null
  /** Bytes. */
  size: number | null
  proof: MergeStatus['proof'] | null
  /** Differs each time the file of a task is made; empty when the server no longer says. */
  generation: string
}

/** How far a task is, as it is shown. */
export type Progress = {
  percent: number
  message: string
  /** Bytes. */
  received: number | null
  total: number | null
  /** Bytes a second, and seconds left. */
  speed: number | null
  remaining: number | null
}

/** Life of a preview. `opening` is what the server draws where it depends on the device what follows. */
export type PreviewState =
  | { step: 'opening' }
  | { step: 'no_url' }
  | { step: 'direct'; way: 'source' | 'proxy' }
  | {
      step: 'processing'
      taskId: string | null
      progress: Progress
      /** A playlist plays meanwhile. */ plays: boolean
    }
  | { step: 'ready'; file: MadeFile }
  | { step: 'unavailable'; file: MadeFile | null }
  | { step: 'expired'; isDeleted: boolean }
  | { step: 'failed'; message: string; /** A task that may still end well. */ waitsFor: string | null }

export type PreviewEvent =
  | { type: 'found_nothing' }
  | { type: 'opened'; way: 'source' | 'proxy' }
  | { type: 'started'; message: string; taskId?: string; plays?: boolean }
  | { type: 'named'; taskId: string }
  | { type: 'progressed'; progress: Progress }
  | { type: 'made'; file: MadeFile }
  | { type: 'failed'; message: string; waitsFor?: string }
  | { type: 'unplayable' }
  | { type: 'rang' }
  | { type: 'deleted' }

/** Where a preview begins: a file to be made is begun at once, so the server draws that already. */
export function beginning(isMade: boolean): PreviewState {
  return isMade ? advance({ step: 'opening' }, { type: 'started', message: 'Starting' }) : { step: 'opening' }
}

const blank = { percent: 0, received: null, total: null, speed: null, remaining: null }

/** What a preview becomes when something happens to it; an event that does not fit changes nothing. */
export function advance(state: PreviewState, event: PreviewEvent): PreviewState {
  switch (event.type) {
    case 'found_nothing':
      return { step: 'no_url' }
    case 'opened':
      return { step: 'direct', way: event.way }
    case 'started':
      return {
        step: 'processing',
        taskId: event.taskId ?? null,
        progress: { ...blank, message: event.message },
        plays: event.plays ?? false,
      }
    case 'failed':
      return { step: 'failed', message: event.message, waitsFor: event.waitsFor ?? null }
    case 'named':
      return state.step === 'processing' ? { ...state, taskId: event.taskId } : state
    case 'progressed':
      return state.step === 'processing'
        ? { ...state, progress: onward(state.progress, event.progress) }
        : state
    case 'made':
      return state.step === 'processing' ? { step: 'ready', file: event.file } : state
    case 'unplayable':
      return unplayable(state)
    case 'rang':
      return fileOf(state) ? { step: 'expired', isDeleted: false } : state
    case 'deleted':
      return fileOf(state) ? { step: 'expired', isDeleted: true } : state
  }
}

/** A playhead never runs backwards, whatever arrives late. */
function onward(before: Progress, now: Progress): Progress {
  return { ...now, percent: Math.max(before.percent, Math.min(100, now.percent)) }
}

/** A source gets its second chance through our proxy; after that only the download is left. */
function unplayable(state: PreviewState): PreviewState {
  if (state.step === 'direct')
    return state.way === 'source' ? { step: 'direct', way: 'proxy' } : { step: 'unavailable', file: null }
  if (state.step === 'processing') return { ...state, plays: false }
  return state.step === 'ready' ? { step: 'unavailable', file: state.file } : state
}

/** The file at hand, where there is one. */
export function fileOf(state: PreviewState): MadeFile | null {
  return state.step === 'ready' || state.step === 'unavailable' ? state.file : null
}
