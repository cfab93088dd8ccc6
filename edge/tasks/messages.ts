import type { MergeEvent, MergePlan } from '#contract/engine/merge.ts'

export const messages = {
  waiting: 'Waiting for a free machine',
  starting: 'Starting',
  again: 'Trying again',
  done: 'Your file is ready',
  extracting: 'Reading the source',
  finishing: 'Finishing',
} as const

export function stageMessage(
  plan: MergePlan,
  stage: MergeEvent['progress']['stage'],
  seconds: number | null,
): string {
  if (stage === 'waiting')
    return seconds ? `The site makes us wait ${seconds} s` : 'The site makes us wait a moment'
  const both = plan.video !== null && plan.audio !== null
  const kind = both ? 'video and audio' : plan.video ? 'video' : 'audio'
  if (stage === 'downloading') return `Downloading ${kind}`
  if (stage === 'converting') return both ? 'Merging video and audio' : `Converting ${kind}`
  return messages[stage]
}
