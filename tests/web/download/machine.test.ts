import { expect, test } from 'vitest'
import { advance, type DownloadEvent, type DownloadState } from '../../../web/download/machine.ts'
import { emptyInfo as info } from '../../builders.ts'

const after = (...events: DownloadEvent[]) => events.reduce(advance, { step: 'idle' } as DownloadState)

test('the download form keeps the previous result until the visitor submits a new link', () => {
  const done = after({ type: 'submitted', url: 'a' }, { type: 'answered', info })
  expect(done).toEqual({ step: 'done', url: 'a', info })
  expect(advance(done, { type: 'typed' })).toBe(done)
  expect(advance(done, { type: 'submitted', url: 'b' })).toEqual({ step: 'loading', url: 'b' })
})

test('typing removes the error message of the download form', () => {
  expect(after({ type: 'refused', message: 'no' }, { type: 'typed' })).toEqual({ step: 'idle' })
})

test('after a failed request the download form keeps the link, and ignores a late response to this request', () => {
  const failed = after({ type: 'submitted', url: 'a' }, { type: 'failed', message: 'no' })
  expect(failed).toEqual({ step: 'failed', message: 'no', url: 'a' })
  expect(advance(failed, { type: 'answered', info })).toBe(failed)
})

test('if the extraction of a list item fails, the page keeps the list and shows the reason', () => {
  const done = after({ type: 'submitted', url: 'a' }, { type: 'answered', info })
  const loading = advance(done, { type: 'submitted', url: 'a', from: info })
  expect(loading.step).toBe('loading')
  const back = advance(loading, { type: 'failed', message: 'blocked' })
  expect(back).toEqual({ step: 'done', url: 'a', info, fault: 'blocked' })
  expect(advance(back, { type: 'typed' })).toEqual({ step: 'done', url: 'a', info })
  expect(advance(loading, { type: 'stopped' })).toEqual({ step: 'done', url: 'a', info })
})

test('the state of the download form is idle after the form is cleared, and after the visitor stops a running extraction', () => {
  const loading = after({ type: 'submitted', url: 'a' })
  expect(advance(loading, { type: 'cleared' })).toEqual({ step: 'idle' })
  expect(advance(loading, { type: 'stopped' })).toEqual({ step: 'idle' })
})

test('if the form refuses a link during an extraction, the form shows which page accepts the link', () => {
  const other = { link: 'b', name: 'Vimeo', path: '/vimeo-downloader' }
  expect(after({ type: 'submitted', url: 'a' }, { type: 'refused', message: 'no', other })).toEqual({
    step: 'failed',
    message: 'no',
    other,
  })
})

test('a stored result appears only if the state of the download form is idle', () => {
  const restored: DownloadEvent = { type: 'restored', url: 'a', info }
  expect(after(restored)).toEqual({ step: 'done', url: 'a', info })
  const loading = after({ type: 'submitted', url: 'b' })
  expect(advance(loading, restored)).toBe(loading)
})

test('typing in the download form does not stop a running extraction', () => {
  const loading = after({ type: 'submitted', url: 'a' })
  expect(advance(loading, { type: 'typed' })).toBe(loading)
})
