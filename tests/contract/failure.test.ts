import { expect, test } from 'vitest'
import { Failure, failureRow, isFailureCode, type FailureCode } from '#contract/failure.ts'
import { failures } from '#contract/failures.ts'

const codes = Object.keys(failures) as FailureCode[]

test('Failure.from keeps a Failure', () => {
  const failure = new Failure('stale', { message: 'gone', formatKey: 'k', cause: 'why' })
  expect(Failure.from(failure, 'internal')).toBe(failure)
  expect(failure).toMatchObject({ code: 'stale', message: 'gone', formatKey: 'k', cause: 'why', status: 403 })
  expect(failure.name).toBe('Failure')
  expect(JSON.parse(JSON.stringify(failure))).toEqual({ error: 'gone', code: 'stale' })
})

test('Failure.from wraps anything else', () => {
  const error = new TypeError('x')
  expect(Failure.from(error, 'merge_failed')).toMatchObject({ code: 'merge_failed', cause: error })
  expect(Failure.from('text')).toMatchObject({ code: 'internal', cause: 'text' })
})

test('has the message of its code', () => {
  for (const code of codes) expect(new Failure(code).message).toBe(failures[code].text)
})

test('knows exactly the codes of the table', () => {
  for (const code of codes) expect(isFailureCode(code)).toBe(true)
  for (const other of ['toString', '__proto__', '', 'Busy', null, 7]) expect(isFailureCode(other)).toBe(false)
})

test('has an error status for every code', () => {
  for (const code of codes) {
    const { status, waitSeconds } = failureRow(code)
    expect(status >= 400 && status <= 599, code).toBe(true)
    // The wait after `day_used` ends at midnight UTC, so the table cannot contain a fixed number of seconds
    // for this code.
    if (status === 429 && code !== 'day_used') expect(waitSeconds, code).toBeGreaterThan(0)
  }
})

test('says after which codes a retry can succeed', () => {
  const retried = codes.filter((code) => failureRow(code).retry)
  expect(retried.toSorted()).toEqual([
    'busy',
    'exit_down',
    'exit_used',
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

test('says which failures are ours', () => {
  const ours = codes.filter((code) => ['merger', 'next_merger'].includes(failureRow(code).retry ?? ''))
  expect(ours.toSorted()).toEqual(['busy', 'exit_used', 'internal', 'merger_down'])
})

test('tries the next merger where a slot or budget lacks', () => {
  const elsewhere = codes.filter((code) => failureRow(code).retry === 'next_merger')
  expect(elsewhere.toSorted()).toEqual(['busy', 'exit_used', 'merger_down'])
})

test('only a refused address is about the address', () => {
  const refusals = codes.filter((code) => failureRow(code).about === 'address')
  expect(refusals.toSorted()).toEqual(['site_blocks_us', 'site_limit'])
})

test.each(['embed_only', 'post_live', 'split'] as const)('%s is about the item', (code) => {
  expect(failureRow(code).about).toBe('item')
})
