import { expect, test, vi } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { logFault } from '../../web/log-fault.ts'
import { HttpError, Unreached } from '../../web/unexpected-answer.ts'

test.each([
  ['warns of a failure that the page words', new Failure('stale'), 0],
  ['warns of a network that is gone', new Unreached(true, undefined), 0],
  ['reports an answer that is not ours', new HttpError(502, ''), 1],
  ['reports a mistake in the page', new TypeError('x is undefined'), 1],
])('%s', (_, cause, errors) => {
  const logged = {
    warn: vi.spyOn(console, 'warn').mockImplementation(() => undefined),
    error: vi.spyOn(console, 'error').mockImplementation(() => undefined),
  }
  logFault(cause)
  expect(logged.error).toHaveBeenCalledTimes(errors)
  expect(logged.warn).toHaveBeenCalledTimes(1 - errors)
  vi.restoreAllMocks()
})
