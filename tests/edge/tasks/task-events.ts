import type { MergeEvent, MergePlan } from '#contract/engine/merge.ts'
import { advance } from '../../../edge/tasks/task-machine.ts'
import type { Task, TaskEvent } from '../../../edge/tasks/task.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export const plan: MergePlan = {
  source_url: 'https://media.test/v',
  video: null,
  audio: null,
  container: 'mp4',
}
export const started = (at: number): TaskEvent => ({
  type: 'started',
  order: { plan, key: 'k', merger: 'local:0' },
  at,
})
export const accepted = (at: number): TaskEvent => ({ type: 'accepted', merger: 'local:0', at })
const proof = {
  container: 'mp4',
  video_codec: 'h264',
  audio_codec: 'aac',
  width: 1,
  height: 1,
  duration: 1,
}
export const stateAt = (percent: number): MergeEvent => ({
  from: 0,
  final: 0,
  progress: { percent, stage: 'downloading', received: 0, total: null, speed: null, remaining: null },
})
export const stored = (at: number): TaskEvent => ({
  type: 'stored',
  size: 1,
  etag: 'e',
  proof,
  combined: null,
  at,
  retentionMs: 1_000,
})
export const play = (...events: TaskEvent[]) =>
  events.reduce<Task | undefined>((task, event) => advance(task, event), undefined)!
