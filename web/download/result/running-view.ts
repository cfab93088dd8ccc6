import type { Running } from './use-run.ts'

export type RunningView = 'making' | 'offline' | 'saved' | 'over' | 'failed'

export function viewOf({ preview: { state, isOnline }, isSaved, problem }: Running): RunningView {
  const isWaiting = state.step === 'failed' && (state.waitsFor !== null || state.isOffline)
  if (state.step === 'expired') return 'over'
  if (isSaved && state.step !== 'failed') return 'saved'
  const isOffline = !isOnline || (state.step === 'failed' && state.isOffline)
  if (isOffline && (state.step === 'processing' || isWaiting)) return 'offline'
  return state.step === 'failed' || problem !== null ? 'failed' : 'making'
}

/** Whether the qualities can be picked again, because nothing runs and there is no file. */
export const isOver = (running: Running): boolean => ['over', 'failed'].includes(viewOf(running))
