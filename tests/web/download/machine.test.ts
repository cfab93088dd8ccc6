import { expect, test } from 'vitest'
import { advance, type DownloadEvent, type DownloadState } from '../../../web/download/machine.ts'
import { emptyInfo as info } from '../../builders.ts'

const after = (...events: DownloadEvent[]) => events.reduce(advance, { step: 'idle' } as DownloadState)

test('keeps the result until the next submit', () => {
  const done = after({ type: 'submitted', url: 'a' }, { type: 'answered', info })
  expect(done).toEqual({ step: 'done', url: 'a', info })
  expect(advance(done, { type: 'typed' })).toBe(done)
  expect(advance(done, { type: 'submitted', url: 'b' })).toEqual({ step: 'loading', url: 'b' })
})

test('typing removes the error message of the download form', () => {
  expect(after({ type: 'refused', message: 'no' }, { type: 'typed' })).toEqual({ step: 'idle' })
})

test('ignores the late response of a failed request', () => {
  const failed = after({ type: 'submitted', url: 'a' }, { type: 'failed', message: 'no' })
  expect(failed).toEqual({ step: 'failed', message: 'no', url: 'a' })
  expect(advance(failed, { type: 'answered', info })).toBe(failed)
})

test('keeps the list after a failed item', () => {
  const done = after({ type: 'submitted', url: 'a' }, { type: 'answered', info })
  const loading = advance(done, { type: 'submitted', url: 'a', from: info })
  expect(loading.step).toBe('loading')
  const back = advance(loading, { type: 'failed', message: 'blocked' })
  expect(back).toEqual({ step: 'done', url: 'a', info, fault: 'blocked' })
  expect(advance(back, { type: 'typed' })).toEqual({ step: 'done', url: 'a', info })
  expect(advance(loading, { type: 'stopped' })).toEqual({ step: 'done', url: 'a', info })
})

test('is idle after a clear and a stop', () => {
  const loading = after({ type: 'submitted', url: 'a' })
  expect(advance(loading, { type: 'cleared' })).toEqual({ step: 'idle' })
  expect(advance(loading, { type: 'stopped' })).toEqual({ step: 'idle' })
})

test('shows which page accepts a refused link', () => {
  const other = { link: 'b', name: 'Vimeo', path: '/vimeo-downloader' }
  expect(after({ type: 'submitted', url: 'a' }, { type: 'refused', message: 'no', other })).toEqual({
    step: 'failed',
    message: 'no',
    other,
  })
})

test('restores a result only when idle', () => {
  const restored: DownloadEvent = { type: 'restored', url: 'a', info }
  expect(after(restored)).toEqual({ step: 'done', url: 'a', info })
  const loading = after({ type: 'submitted', url: 'b' })
  expect(advance(loading, restored)).toBe(loading)
})

test('goes on while the visitor types', () => {
  const loading = after({ type: 'submitted', url: 'a' })
  expect(advance(loading, { type: 'typed' })).toBe(loading)
})
