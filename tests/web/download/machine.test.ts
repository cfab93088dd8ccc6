import { expect, test } from 'vitest'
import { advance, type DownloadEvent, type DownloadState } from '../../../web/download/machine.ts'
import { emptyInfo as info } from '../../builders.ts'

const after = (...events: DownloadEvent[]) => events.reduce(advance, { step: 'idle' } as DownloadState)

test('a submit removes the previous result from the download form, and typing does not remove it', () => {
  const done = after({ type: 'submitted', url: 'a' }, { type: 'answered', info })
  expect(done).toEqual({ step: 'done', url: 'a', info })
  expect(advance(done, { type: 'typed' })).toBe(done)
  expect(advance(done, { type: 'submitted', url: 'b' })).toEqual({ step: 'loading', url: 'b' })
})

test('typing removes the error message of the download form', () => {
  expect(after({ type: 'refused', message: 'no' }, { type: 'typed' })).toEqual({ step: 'idle' })
})

test('after a failure the download form keeps its link, and ignores a response that arrives later', () => {
  const failed = after({ type: 'submitted', url: 'a' }, { type: 'failed', message: 'no' })
  expect(failed).toEqual({ step: 'failed', message: 'no', url: 'a' })
  expect(advance(failed, { type: 'answered', info })).toBe(failed)
})

test('if the extraction of a selected item fails, the form shows the list and the reason until the visitor types', () => {
  const done = after({ type: 'submitted', url: 'a' }, { type: 'answered', info })
  const loading = advance(done, { type: 'submitted', url: 'a', from: info })
  expect(loading.step).toBe('loading')
  const back = advance(loading, { type: 'failed', message: 'blocked' })
  expect(back).toEqual({ step: 'done', url: 'a', info, fault: 'blocked' })
  expect(advance(back, { type: 'typed' })).toEqual({ step: 'done', url: 'a', info })
  expect(advance(loading, { type: 'stopped' })).toEqual({ step: 'done', url: 'a', info })
})
