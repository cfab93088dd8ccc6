import { expect, test } from 'vitest'
import {
  advance,
  fileOf,
  initialState,
  playedByProxy,
  type MadeFile,
  type PreviewEvent,
  type PreviewState,
} from '../../../web/preview/machine.ts'
import { readPreview } from '../../../web/preview/link.ts'

const after = (...events: PreviewEvent[]) => events.reduce(advance, { step: 'opening' } as PreviewState)
const file: MadeFile = { taskId: 't', expiresAt: 1, size: 2, proof: null, generation: '1' }
const started: PreviewEvent = { type: 'started', message: 'Starting' }

test('never lowers the percentage nor exceeds 100', () => {
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

test('tries the proxy once after the source', () => {
  const first = after({ type: 'opened', from: 'source' }, { type: 'unplayable' })
  expect(first).toEqual({ step: 'direct', from: 'proxy' })
  expect(advance(first, { type: 'unplayable' })).toEqual({ step: 'unavailable', file: null })
})

test('knows the media that the proxy plays', () => {
  const link = readPreview(
    `?url=${encodeURIComponent('https://cdn.example/a.mp4')}`,
    '#g=x',
    'https://ours.example',
  )
  const media = link.target?.kind === 'media' ? link.target.media : null
  expect(media?.url).toBe('https://cdn.example/a.mp4')
  expect(playedByProxy(link, { step: 'direct', from: 'proxy' })).toBe(media)
  expect(playedByProxy(link, { step: 'direct', from: 'source' })).toBe(null)
  expect(playedByProxy(link, { step: 'opening' })).toBe(null)
  expect(playedByProxy({ ...link, target: null }, { step: 'direct', from: 'proxy' })).toBe(null)
})

test('opens another link in any state', () => {
  expect(after(started, { type: 'opening' })).toEqual({ step: 'opening' })
})

test('offers an unplayable file until it expires', () => {
  const state = after(started, { type: 'made', file }, { type: 'unplayable' })
  expect(state).toEqual({ step: 'unavailable', file })
  expect(fileOf(state)).toBe(file)
  expect(fileOf(advance(state, { type: 'countdown_ended' }))).toBeNull()
})

test('keeps a file that could not be deleted', () => {
  const ready = after(started, { type: 'made', file })
  const fault: PreviewEvent = { type: 'not_deleted', message: 'no' }
  const kept = advance(ready, fault)
  expect(kept).toEqual({ step: 'ready', file, fault: 'no' })
  expect(fileOf(kept)).toBe(file)
  expect(after(started, { type: 'made', file }, { type: 'unplayable' }, fault)).toEqual({
    step: 'unavailable',
    file,
    fault: 'no',
  })
  expect(advance(kept, { type: 'deleted' })).toEqual({ step: 'expired', isDeleted: true, file })
  expect(advance(kept, { type: 'countdown_ended' })).toEqual({ step: 'expired', isDeleted: false, file })
})

test('stays cancelled', () => {
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

test('starts as processing or opening', () => {
  expect(initialState({ startsMerge: true, isForeign: false, starting: 'Starting' })).toMatchObject({
    step: 'processing',
    progress: { percent: 0 },
  })
  expect(initialState({ startsMerge: false, isForeign: false, starting: 'Starting' })).toEqual({
    step: 'opening',
  })
})

test('waits for a press if another site opened it', () => {
  expect(initialState({ startsMerge: true, isForeign: true, starting: 'Starting' })).toEqual({
    step: 'unstarted',
  })
  expect(after({ type: 'held_back' })).toEqual({ step: 'unstarted' })
  expect(after({ type: 'held_back' }, started)).toMatchObject({ step: 'processing' })
})

test('starts at once otherwise', () => {
  const progress = {
    percent: 0,
    received: null,
    total: null,
    speed: null,
    remaining: null,
    message: 'Starting',
  }
  expect(initialState({ startsMerge: true, isForeign: false, starting: 'Starting' })).toEqual({
    step: 'processing',
    taskId: null,
    progress,
  })
  expect(initialState({ startsMerge: true, isForeign: true, starting: 'Starting' })).toEqual({
    step: 'unstarted',
  })
  for (const isForeign of [true, false])
    expect(initialState({ startsMerge: false, isForeign, starting: 'Starting' })).toEqual({ step: 'opening' })
})

test('maps each end to its state', () => {
  expect(after(started, { type: 'found_nothing' })).toEqual({ step: 'no_url' })
  expect(after(started, { type: 'held_back' })).toEqual({ step: 'unstarted' })
  const failed = { step: 'failed', message: 'no', waitsFor: null }
  expect(after(started, { type: 'failed', message: 'no' })).toEqual(failed)
  expect(after({ type: 'failed', message: 'no', waitsFor: 'busy' })).toEqual({ ...failed, waitsFor: 'busy' })
})

test('has taskId only while processing', () => {
  const running = after({ ...started, taskId: 't' })
  expect(running).toMatchObject({ taskId: 't' })
  expect(advance(running, { type: 'task_known', taskId: 'u' })).toMatchObject({ taskId: 'u' })
  expect(advance(running, { type: 'unplayable' })).toBe(running)
  expect(after({ type: 'task_known', taskId: 'u' })).toEqual({ step: 'opening' })
})

test('a preview ignores events that are not possible in its state', () => {
  const direct = after({ type: 'opened', from: 'proxy' })
  for (const event of [
    { type: 'made', file },
    { type: 'cancelled' },
    { type: 'countdown_ended' },
    { type: 'deleted' },
    { type: 'not_deleted', message: 'no' },
  ] as const)
    expect(advance(direct, event), event.type).toBe(direct)
  const opening: PreviewState = { step: 'opening' }
  expect(advance(opening, { type: 'unplayable' })).toBe(opening)
  expect(fileOf(after(started, { type: 'made', file }, { type: 'deleted' }))).toBeNull()
})
