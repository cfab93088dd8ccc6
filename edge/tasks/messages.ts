import type { MergeEvent, MergePlan } from '#contract/engine/merge.ts'
import type { Tag } from '#texts/languages.ts'
import type { Parts } from '#texts/parts.ts'
import { filled } from '#texts/say.ts'

/** What is done with a file; each answer words it in the language of its reader. */
export type TaskMessage =
  | { key: Exclude<keyof Parts['labels']['progress'], 'siteWaitsFor'> }
  | { key: 'siteWaitsFor'; seconds: string }

type Stage = MergeEvent['progress']['stage']

export function stageMessage(plan: MergePlan, stage: Stage, seconds: number | null): TaskMessage {
  if (stage === 'waiting')
    return seconds ? { key: 'siteWaitsFor', seconds: String(seconds) } : { key: 'siteWaits' }
  const { downloading, converting } = workOn(plan)
  if (stage === 'downloading') return { key: downloading }
  return { key: stage === 'converting' ? converting : stage }
}

function workOn({ video, audio }: MergePlan) {
  if (video && audio) return { downloading: 'downloadingBoth', converting: 'merging' } as const
  return video
    ? ({ downloading: 'downloadingVideo', converting: 'convertingVideo' } as const)
    : ({ downloading: 'downloadingAudio', converting: 'convertingAudio' } as const)
}

export function messageText(message: TaskMessage | string, language: Tag, labels: Parts['labels']): string {
  // A release before this one stored sentences, and its tasks can still run.
  if (typeof message === 'string') return message
  const { key, ...values } = message
  return filled(language, labels.progress[key], values)
}
