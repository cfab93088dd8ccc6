import { expect, test } from 'vitest'
import type { MergeEvent } from '#contract/engine/merge.ts'
import { TASK_MEMORY_MS } from '#contract/limits.ts'
import {
  advance,
  attemptOf,
  isForgettable,
  MAX_ATTEMPTS,
  nextWake,
} from '../../../edge/tasks/task-machine.ts'
import type { CleanupItem, TaskEvent } from '../../../edge/tasks/task.ts'

import { accepted, HOUR, MINUTE, plan, play, started, stateAt, stored } from './task-events.ts'

test('a task is queued, runs, completes and expires', () => {
  const path: TaskEvent[] = [
    started(0),
    accepted(1),
    { type: 'opened', key: '1.1', upload: 'u' },
    { type: 'progressed', state: stateAt(50), at: 2 },
    stored(3),
    { type: 'alarm', at: 1_003 },
  ]
  const statuses = path.map((_, i) => play(...path.slice(0, i + 1)).state.status)
  expect(statuses).toEqual(['queued', 'processing', 'processing', 'processing', 'completed', 'expired'])
})

test('ignores an alarm before the expiry of the file', () => {
  const task = play(started(0), accepted(1), stored(3))
  expect(advance(task, { type: 'alarm', at: 1_002 })).toBe(task)
})

test('fails after three attempts and cleans up their uploads', () => {
  let task = play(started(0))
  for (let n = 1; n <= MAX_ATTEMPTS; n++) {
    task = advance(task, accepted(n))
    task = advance(task, { type: 'opened', key: `1.${n}`, upload: `u${n}` })
    task = advance(task, { type: 'lost', code: 'merger_down', at: n })
  }
  expect(task.state).toMatchObject({ status: 'failed', code: 'merger_down' })
  expect(task.pendingCleanup.filter((item) => item.kind === 'upload')).toHaveLength(MAX_ATTEMPTS)
})

test('counts an order that reaches no merger as an attempt', () => {
  let task = play(started(0))
  for (let n = 1; n < MAX_ATTEMPTS; n++) {
    task = advance(task, { type: 'lost', code: 'merger_down', at: n })
    expect(task).toMatchObject({ state: { status: 'queued' }, attemptsInRun: n, lastAttemptId: 0 })
  }
  expect(advance(task, { type: 'lost', code: 'merger_down', at: 3 }).state.status).toBe('failed')
})

test('starts the second attempt after a pause', () => {
  const task = play(
    started(0),
    accepted(1),
    { type: 'progressed', state: stateAt(70), at: 2 },
    { type: 'lost', code: 'source_failed', at: 10 },
  )
  expect(task).toMatchObject({
    progress: 70,
    state: { status: 'processing', attempt: null, message: { key: 'again' }, notBefore: 2_010 },
  })
  const again = advance(advance(task, accepted(2_010)), {
    type: 'progressed',
    state: stateAt(5),
    at: 2_011,
  })
  expect(again.progress).toBe(70)
})

test('says how many seconds it waits for the site', () => {
  const waiting = {
    ...stateAt(0),
    progress: { ...stateAt(0).progress, stage: 'waiting', remaining: 4 },
  } as const
  const task = advance(play(started(0), accepted(1)), { type: 'progressed', state: waiting, at: 2 })
  expect(task.state).toMatchObject({ message: { key: 'siteWaitsFor', seconds: '4' } })
})

test('fails with "busy" after half an hour of waiting', () => {
  const task = play(started(0), { type: 'refused', at: 5 })
  const late = 5 + 30 * MINUTE
  expect(advance(task, { type: 'refused', at: late }).state).toMatchObject({
    status: 'queued',
    message: { key: 'waiting' },
    notBefore: late + 2_000,
  })
  expect(advance(task, { type: 'refused', at: late + 1 }).state).toMatchObject({
    status: 'failed',
    code: 'busy',
  })
})

test('measures the half hour from the first refusal', () => {
  const task = play(
    started(0),
    { type: 'refused', at: 5 },
    { type: 'detached', at: MINUTE },
    { type: 'refused', at: 20 * MINUTE },
  )
  expect(advance(task, { type: 'refused', at: 30 * MINUTE + 6 }).state).toMatchObject({ code: 'busy' })
})

test('waits another half hour after a lost attempt', () => {
  const lost = { type: 'lost', code: 'merger_down' } as const
  const refused = { type: 'refused' } as const
  const running = play(started(0), { ...refused, at: 5 }, accepted(10 * MINUTE), { ...lost, at: HOUR })
  const queued = play(started(0), { ...refused, at: 5 }, { ...lost, at: HOUR })
  for (const task of [running, queued]) {
    const again = advance(task, { ...refused, at: HOUR + MINUTE })
    expect(again.state).toMatchObject({ status: 'queued', message: { key: 'waiting' } })
    expect(advance(again, { ...refused, at: HOUR + 31 * MINUTE }).state.status).toBe('queued')
    expect(advance(again, { ...refused, at: HOUR + 31 * MINUTE + 1 }).state).toMatchObject({ code: 'busy' })
  }
})

test('fails with "timeout" after four hours', () => {
  const task = play(started(0), accepted(1), { type: 'opened', key: '1.1', upload: 'u' })
  expect(advance(task, { type: 'alarm', at: 4 * HOUR })).toBe(task)
  const ended = advance(task, { type: 'alarm', at: 4 * HOUR + 1 })
  expect(ended.state).toMatchObject({ status: 'failed', code: 'timeout' })
  expect(ended.pendingCleanup.map((item) => item.kind)).toEqual(['merge', 'upload', 'object'])
})

test('makes no other attempt after four hours', () => {
  const task = play(started(0), accepted(1))
  const lost = { type: 'lost', code: 'source_failed' } as const
  expect(advance(task, { ...lost, at: 4 * HOUR }).state).toMatchObject({ status: 'processing' })
  expect(advance(task, { ...lost, at: 4 * HOUR + 1 }).state).toMatchObject({
    status: 'failed',
    code: 'source_failed',
  })
})

test('cleans up again after two seconds', () => {
  const ended = play(started(0), accepted(1), { type: 'cancelled', at: 5 })
  expect(nextWake(ended, 1_000)).toBe(3_000)
  const completed = play(started(0), accepted(1), stored(3))
  expect(nextWake(completed, 10)).toBe(2_010)
  const item: CleanupItem = { kind: 'merge', merger: 'local:0', id: 1 }
  expect(nextWake(advance(completed, { type: 'cleaned-up', item }), 10)).toBe(1_003)
})

test('sets the alarm by the event', () => {
  expect(nextWake(play(started(0)), 5)).toBe(5)
  expect(nextWake(play(started(0), { type: 'refused', at: 10 }), 20)).toBe(2_010)
  expect(nextWake(play(started(0), accepted(1), { type: 'detached', at: 10 }), 20)).toBe(510)
})

test('stays below 100 percent until the file is stored', () => {
  const at = (percent: number) =>
    play(started(0), accepted(1), { type: 'progressed', state: stateAt(percent), at: 2 }).progress
  expect([at(0), at(41.9), at(99.9), at(100), at(250)]).toEqual([0, 41, 99, 99, 99])
  expect(play(started(0), accepted(1), stored(3)).progress).toBe(100)
})

test('starts again only a failed task', () => {
  const running = play(started(0), accepted(1))
  const ready = advance(running, stored(3))
  for (const task of [play(started(0)), running, ready]) expect(advance(task, started(5))).toBe(task)
  const failed = advance(running, { type: 'lost', code: 'drm', at: 2 })
  expect(failed.pendingCleanup).not.toEqual([])
  expect(advance(failed, started(5))).toMatchObject({
    state: { status: 'queued' },
    generation: 2,
    lastAttemptId: 1,
    attemptsInRun: 0,
    startedAt: 5,
    pendingCleanup: failed.pendingCleanup,
  })
})

test('keeps the target of a redirected source', () => {
  const order = { plan, key: 'k', merger: 'local:0', ledTo: 'https://media.test/w' }
  const start: TaskEvent = { type: 'started', order, at: 0 }
  for (const events of [[], [accepted(1)], [accepted(1), stored(3)]])
    expect(play(start, ...events).order).toEqual(order)
})

test('cleans up the object of a cancelled or expired task', () => {
  const ready = play(started(0), accepted(1), { type: 'opened', key: '1.1', upload: 'u' }, stored(3))
  for (const event of [
    { type: 'cancelled', at: 4 },
    { type: 'alarm', at: 1_003 },
  ] as const) {
    const { state, pendingCleanup } = advance(ready, event)
    expect(state.status).toBe('expired')
    expect(pendingCleanup).toEqual([...ready.pendingCleanup, { kind: 'object', key: '1.1' }])
  }
})

test('takes only a cleaned-up item off the cleanup list', () => {
  const task = play(
    started(0),
    accepted(1),
    { type: 'opened', key: '1.1', upload: 'u' },
    {
      type: 'cancelled',
      at: 2,
    },
  )
  const [first, ...rest] = task.pendingCleanup
  expect(rest).toHaveLength(2)
  expect(advance(task, { type: 'cleaned-up', item: first! }).pendingCleanup).toEqual(rest)
})

test('ignores a second cancel', () => {
  const task = play(started(0), { type: 'cancelled', at: 2 })
  expect(task.state).toEqual({ status: 'failed', code: 'cancelled', endedAt: 2 })
  expect(advance(task, { type: 'cancelled', at: 3 })).toBe(task)
})

test('ends only a queued task by a refusal', () => {
  const refused: TaskEvent = { type: 'refused', code: 'busy', at: 2 }
  expect(play(started(0), refused).state).toMatchObject({ status: 'failed', code: 'busy' })
  const running = play(started(0), accepted(1))
  expect(advance(running, refused)).toBe(running)
  expect(advance(running, accepted(2))).toBe(running)
})

test('keeps the first upload of an attempt', () => {
  const opened = (upload: string): TaskEvent => ({ type: 'opened', key: '1.1', upload })
  const task = play(started(0), accepted(1), opened('u'))
  expect(advance(task, opened('u'))).toBe(task)
  expect(advance(task, opened('v'))).toMatchObject({
    state: { attempt: { upload: 'u' } },
    pendingCleanup: [{ kind: 'upload', key: '1.1', upload: 'v' }],
  })
  expect(play(started(0), opened('w')).pendingCleanup).toEqual([{ kind: 'upload', key: '1.1', upload: 'w' }])
})

test('counts no change of speed as progress', () => {
  const task = play(started(0), accepted(1), { type: 'progressed', state: stateAt(5), at: 2 })
  const movedAt = (event: TaskEvent) => attemptOf(advance(task, event))?.movedAt
  const { progress, ...rest } = stateAt(5)
  const line = (changes: Partial<MergeEvent>, transfer: object = {}): TaskEvent => ({
    type: 'progressed',
    state: { ...rest, progress: { ...progress, ...transfer }, ...changes },
    at: 9,
  })
  expect(movedAt(line({}, { speed: 7, remaining: 8 }))).toBe(2)
  for (const event of [
    { type: 'part-stored', at: 9 } as TaskEvent,
    line({ from: 1 }),
    line({ final: 1 }),
    line({ size: 1 }),
    line({}, { stage: 'combining' }),
    line({}, { received: 1 }),
    line({}, { percent: 6 }),
  ])
    expect(movedAt(event), JSON.stringify(event)).toBe(9)
  expect(advance(task, line({}, { received: 3, total: 4, speed: 7, remaining: 8 }))).toMatchObject({
    state: { transfer: { received: 3, total: 4, speed: 7, remaining: 8 } },
  })
})

test('is deleted a day after its end', () => {
  const item: CleanupItem = { kind: 'merge', merger: 'local:0', id: 1 }
  const ended = play(started(0), accepted(1), { type: 'cancelled', at: 5 })
  expect(ended.pendingCleanup).toEqual([item])
  const cleaned = advance(ended, { type: 'cleaned-up', item })
  expect(nextWake(cleaned, 6)).toBe(5 + TASK_MEMORY_MS)
  for (const task of [ended, cleaned]) {
    expect(isForgettable(task, 5 + TASK_MEMORY_MS - 1)).toBe(false)
    expect(isForgettable(task, 5 + TASK_MEMORY_MS)).toBe(true)
  }
})

test('a running task and a task with a file are never deleted', () => {
  const late = 365 * 24 * HOUR
  expect(isForgettable(play(started(0)), late)).toBe(false)
  expect(isForgettable(play(started(0), accepted(1)), late)).toBe(false)
  expect(isForgettable(play(started(0), accepted(1), stored(2)), late)).toBe(false)
})

test('cleans up an upload that R2 creates too late', () => {
  const opened = { type: 'opened', key: '1.1', upload: 'u' } as const
  const item: CleanupItem = { kind: 'upload', key: '1.1', upload: 'u' }
  const cancelled = play(started(0), accepted(1), { type: 'cancelled', at: 2 })
  expect(advance(cancelled, opened).pendingCleanup).toContainEqual(item)
  const startedAgain = play(started(0), accepted(1), { type: 'cancelled', at: 2 }, started(3), accepted(4))
  const next = advance(startedAgain, opened)
  expect(attemptOf(next)).toMatchObject({ upload: null })
  expect(next.pendingCleanup).toContainEqual(item)
})
