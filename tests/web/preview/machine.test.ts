import { expect, test } from 'vitest'
import {
  advance,
  fileOf,
  initialState,
  knownFile,
  type MadeFile,
  type PreviewEvent,
  type PreviewState,
} from '../../../web/preview/machine.ts'

const after = (...events: PreviewEvent[]) => events.reduce(advance, { step: 'opening' } as PreviewState)
const file: MadeFile = { taskId: 't', expiresAt: 1, size: 2, proof: null, generation: '1' }
const started: PreviewEvent = { type: 'started', message: 'Starting' }

test('the percentage of a preview never decreases and never exceeds 100', () => {
  const progress = { message: 'm', received: null, total: null, speed: null, remaining: null }
  const state = after(
    started,
    { type: 'progressed', progress: { ...progress, percent: 40 } },
    { type: 'progressed', progress: { ...progress, percent: 30 } },
  )
  expect(state).toMatchObject({ step: 'processing', progress: { percent: 40 } })
  expect(advance(state, { type: 'progressed', progress: { ...progress, percent: 130 } })).toMatchObject({
    progress: { percent: 100 },
  })
})

test('a media link that cannot be played is tried once more through the proxy', () => {
  const first = after({ type: 'opened', from: 'source' }, { type: 'unplayable' })
  expect(first).toEqual({ step: 'direct', from: 'proxy' })
  expect(advance(first, { type: 'unplayable' })).toEqual({ step: 'unavailable', file: null })
})

test('a file that cannot be played can be downloaded until it expires', () => {
  const state = after(started, { type: 'made', file }, { type: 'unplayable' })
  expect(state).toEqual({ step: 'unavailable', file })
  expect(fileOf(state)).toBe(file)
  expect(fileOf(advance(state, { type: 'countdown_ended' }))).toBeNull()
})

test('an expired or deleted file cannot be downloaded any more, but the preview still shows its size and format', () => {
  const state = after(started, { type: 'made', file })
  const expired = advance(state, { type: 'countdown_ended' })
  expect(expired).toEqual({ step: 'expired', isDeleted: false, file })
  expect(advance(state, { type: 'deleted' })).toEqual({ step: 'expired', isDeleted: true, file })
  expect(fileOf(expired)).toBeNull()
  expect(knownFile(expired)).toBe(file)
})

test('a cancelled merge is not a failure, and later events of its task are ignored', () => {
  const state = after(started, { type: 'cancelled' })
  expect(state).toEqual({ step: 'cancelled' })
  expect(advance(state, { type: 'made', file })).toBe(state)
  expect(advance(state, { type: 'task_known', taskId: 't' })).toBe(state)
})

test('a merge can be started again after it was cancelled', () => {
  expect(after(started, { type: 'cancelled' }, started)).toMatchObject({ step: 'processing' })
})

test('only a merge that runs can be cancelled', () => {
  const ready = after(started, { type: 'made', file })
  expect(advance(ready, { type: 'cancelled' })).toBe(ready)
})

test('a preview with a ticket starts in the state processing, and a preview without a ticket starts in the state opening', () => {
  expect(initialState({ startsMerge: true, isForeign: false })).toMatchObject({
    step: 'processing',
    progress: { percent: 0 },
  })
  expect(initialState({ startsMerge: false, isForeign: false })).toEqual({ step: 'opening' })
})

test('a preview that another site opened starts its merge only after a press', () => {
  expect(initialState({ startsMerge: true, isForeign: true })).toEqual({ step: 'unstarted' })
  expect(after({ type: 'held_back' })).toEqual({ step: 'unstarted' })
  expect(after({ type: 'held_back' }, started)).toMatchObject({ step: 'processing' })
})
