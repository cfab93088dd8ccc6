import { expect, test } from 'vitest'
import {
  bytesPath,
  mergeEventSchema,
  mergeId,
  mergeOrderSchema,
  storedPath,
  type MergeEvent,
  type MergeOrder,
} from '#contract/engine/merge.ts'
import { withField } from '../with-field.ts'

const rendition = {
  id: 'a',
  kind: 'both',
  height: 720,
  container: 'mp4',
  codec: null,
  language: null,
} as const
const order: MergeOrder = {
  v: 1,
  task: 'task_1-x',
  attempt: 1,
  plan: {
    source_url: 'https://video.example/1',
    item: 2,
    chosen: { title: 'The second one', duration: 12.5 },
    video: rendition,
    audio: rendition,
    container: 'mp4',
    kbps: 128,
  },
}
const event: MergeEvent = {
  from: 10,
  final: 20,
  size: 30,
  combined: 40,
  proof: { container: 'mp4', video_codec: 'h264', audio_codec: null, width: 1, height: null, duration: 2 },
  failed: { code: 'busy', detail: 'no slot' },
  progress: { percent: 5, stage: 'waiting', received: 6, total: 7, speed: null, remaining: 8 },
}

test('keeps all fields of orders and events', () => {
  expect(mergeOrderSchema.parse(order)).toEqual(order)
  expect(mergeEventSchema.parse(event)).toEqual(event)
})

test.each<[string, unknown]>([
  ...['mp4', 'webm', 'mkv', 'mp3', 'm4a', 'gif'].map((one): [string, string] => ['plan.container', one]),
  ...['video', 'audio', 'both'].map((one): [string, string] => ['plan.video.kind', one]),
  ['plan.video', null],
  ['plan.item', undefined],
  ['plan.chosen', undefined],
  ['plan.kbps', undefined],
  ['task', 'a'.repeat(128)],
])('a merge order may have the field %s with the value %j', (path, value) => {
  expect(mergeOrderSchema.safeParse(withField(order, path, value)).success).toBe(true)
})

test.each<[string, unknown]>([
  ['v', '1'],
  ['task', ''],
  ['task', 'a'.repeat(129)],
  ['task', '../task'],
  ['task', 'task/..'],
  ['attempt', 0],
  ['attempt', 1.5],
  ['plan.container', 'exe'],
  ['plan.video.kind', 'text'],
  ['plan.video.id', undefined],
  ['plan.source_url', undefined],
  ['plan.chosen', {}],
])('a merge order with the field %s and the value %j is refused', (path, value) => {
  expect(mergeOrderSchema.safeParse(withField(order, path, value)).success).toBe(false)
})

test.each(['extracting', 'waiting', 'downloading', 'converting', 'finishing'])(
  'mergeEventSchema accepts an event line with the stage %s',
  (stage) => {
    expect(mergeEventSchema.safeParse(withField(event, 'progress.stage', stage)).success).toBe(true)
  },
)

test.each<[string, unknown]>([
  ['progress.stage', 'sleeping'],
  ['progress', {}],
  ['proof', {}],
  ['failed', {}],
  ['failed.code', 'no such code'],
  ['from', undefined],
  ['final', 'all'],
])('an event line with the field %s and the value %j is refused', (path, value) => {
  expect(mergeEventSchema.safeParse(withField(event, path, value)).success).toBe(false)
})

test('builds paths from task and attempt', () => {
  expect(mergeId('task', 3)).toBe('task.3')
  expect(bytesPath('task.3', 10, 20, 5)).toBe('/merges/task.3/bytes?start=10&end=20&stored=5')
  expect(storedPath('task.3', 7)).toBe('/merges/task.3/stored?stored=7')
})
