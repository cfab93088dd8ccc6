import { expect, test } from 'vitest'
import { Failure, failureRow, failures, isFailureCode, type FailureCode } from '#contract/failure.ts'

const codes = Object.keys(failures) as FailureCode[]

test('an error that is a Failure keeps its code, its sentence and its format key', () => {
  const failure = new Failure('stale', { message: 'gone', formatKey: 'k', cause: 'why' })
  expect(Failure.from(failure, 'internal')).toBe(failure)
  expect(failure).toMatchObject({ code: 'stale', message: 'gone', formatKey: 'k', cause: 'why', status: 403 })
  expect(failure.name).toBe('Failure')
  expect(JSON.parse(JSON.stringify(failure))).toEqual({ error: 'gone', code: 'stale' })
})

test('any other error becomes the cause of a Failure with the given code, or internal', () => {
  const error = new TypeError('x')
  expect(Failure.from(error, 'merge_failed')).toMatchObject({ code: 'merge_failed', cause: error })
  expect(Failure.from('text')).toMatchObject({ code: 'internal', cause: 'text' })
})

test('a Failure without a message has the sentence of its code', () => {
  for (const code of codes) expect(new Failure(code).message).toBe(failures[code].text)
})

test('only names of the table are failure codes', () => {
  for (const code of codes) expect(isFailureCode(code)).toBe(true)
  for (const other of ['toString', '__proto__', '', 'Busy', null, 7]) expect(isFailureCode(other)).toBe(false)
})

test('each failure has a status of an error, and one that asks the visitor to wait says how long', () => {
  for (const code of codes) {
    const { status, waitSeconds } = failureRow(code)
    expect(status >= 400 && status <= 599, code).toBe(true)
    if (status === 429) expect(waitSeconds, code).toBeGreaterThan(0)
  }
})

test('a merge is tried again only after failures that another attempt may avoid', () => {
  const retried = codes.filter((code) => failureRow(code).retry)
  expect(retried.toSorted()).toEqual([
    'busy',
    'internal',
    'merge_failed',
    'merger_down',
    'not_found',
    'site_limit',
    'source_failed',
    'stale',
    'timeout',
    'unreachable',
  ])
})

test('the next merger is asked only after failures that are our own', () => {
  const own = codes.filter((code) => failureRow(code).retry === 'merger')
  expect(own.toSorted()).toEqual(['busy', 'internal', 'merger_down'])
})
