import type { VideoInfo } from '#contract/api.ts'
import type { OtherPage } from './form/accept.ts'

export type DownloadState =
  | { step: 'idle' }
  | {
      step: 'loading'
      url: string
      from?: VideoInfo | undefined
    }
  | {
      step: 'failed'
      message: string
      url?: string
      isReportable?: boolean
      isRetryable?: boolean
      other?: OtherPage | undefined
    }
  | {
      step: 'done'
      url: string
      info: VideoInfo
      fault?: string | undefined
      /** Whether the best pick is saved without a press. */
      saves?: true | undefined
    }
  | {
      /** Several links. */
      step: 'links'
      /** The text that was pasted last. */
      text: string
      /** How many texts were pasted before it. */
      turn: number
      /** Whether they are saved without a press. */
      saves?: true | undefined
    }

export type DownloadEvent =
  | { type: 'refused'; message: string; other?: OtherPage | undefined }
  | { type: 'submitted'; url: string; from?: VideoInfo | undefined }
  | {
      type: 'failed'
      message: string
      isReportable?: boolean | undefined
      isRetryable?: boolean | undefined
    }
  | { type: 'answered'; info: VideoInfo; saves?: true | undefined }
  | { type: 'renewed'; info: VideoInfo }
  | { type: 'gathered'; text: string; saves?: true | undefined }
  | { type: 'restored'; url: string; info: VideoInfo }
  | { type: 'stopped' }
  | { type: 'typed' }
  | { type: 'cleared' }

export function advance(state: DownloadState, event: DownloadEvent): DownloadState {
  if (event.type === 'cleared') return { step: 'idle' }
  if (event.type === 'typed') return withoutFault(state)
  if (event.type === 'refused') return { step: 'failed', message: event.message, other: event.other }
  if (event.type === 'restored')
    return state.step === 'idle' ? { step: 'done', url: event.url, info: event.info } : state
  if (event.type === 'gathered')
    return {
      step: 'links',
      text: event.text,
      turn: state.step === 'links' ? state.turn + 1 : 0,
      ...(event.saves && { saves: true }),
    }
  if (event.type === 'renewed') return state.step === 'done' ? { ...state, info: event.info } : state
  if (event.type === 'submitted')
    return { step: 'loading', url: event.url, ...(event.from && { from: event.from }) }
  if (state.step !== 'loading') return state
  const { url, from } = state
  if (event.type === 'stopped') return from ? { step: 'done', url, info: from } : { step: 'idle' }
  if (event.type === 'failed')
    return from
      ? { step: 'done', url, info: from, fault: event.message }
      : {
          step: 'failed',
          message: event.message,
          url,
          ...(event.isReportable && { isReportable: true }),
          ...(event.isRetryable && { isRetryable: true }),
        }
  return { step: 'done', url, info: event.info, ...(event.saves && { saves: true }) }
}

function withoutFault(state: DownloadState): DownloadState {
  if (state.step === 'failed') return { step: 'idle' }
  return state.step === 'done' && state.fault !== undefined
    ? { step: 'done', url: state.url, info: state.info }
    : state
}
