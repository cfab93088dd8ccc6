import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MergeStatus } from '#contract/api.ts'
import { Failure } from '#contract/failure.ts'
import { pageFailures } from '#contract/page-failures.ts'
import { paceOf } from '../../../web/preview/countdown.ts'
import type { Progress } from '../../../web/preview/machine.ts'
import { nextDelay, watchTask, type WatchCalls } from '../../../web/preview/watch.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

const status = (percent: number, more: Partial<MergeStatus> = {}): MergeStatus => ({
  task_id: 't',
  status: 'processing',
  progress: percent,
  message: 'Merging',
  ...more,
})

type Answer = MergeStatus | Error

/** Watches a task whose n-th status is `answers[n]`, the last one for ever; says when each was asked. */
async function watch(
  answers: Answer[],
  hasFile: () => Promise<boolean> = async () => false,
  serverNow = () => Date.now(),
) {
  const asked: number[] = []
  const seen: Progress[] = []
  const calls: WatchCalls = {
    async readStatus() {
      asked.push(Date.now() - 1_000_000)
      const answer = answers[Math.min(asked.length, answers.length) - 1]!
      if (answer instanceof Error) throw answer
      return { status: answer, serverNow: serverNow() }
    },
    hasFile,
  }
  const ending = watchTask('t', calls, (progress) => seen.push(progress), new AbortController().signal)
  await vi.runAllTimersAsync()
  return { end: await ending, asked, seen, gaps: asked.map((at, index) => at - (asked[index - 1] ?? 0)) }
}

test('the first question comes after a second, and the pace is held in the first half', async () => {
  const { gaps } = await watch([status(10), status(20), status(30), status(0, { status: 'failed' })])
  expect(gaps).toEqual([1_000, 1_000, 1_000, 1_000])
})

test('from half way on the pace grows by a fifth, up to five seconds', async () => {
  const answers = Array.from({ length: 14 }, (_, index) => status(50 + index))
  const { gaps } = await watch([...answers, status(0, { status: 'failed' })])
  expect(gaps.slice(0, 4)).toEqual([1_000, 1_200, 1_440, 1_728])
  expect(Math.max(...gaps)).toBe(5_000)
})

test('after an error the pace grows by half, and comes back below two seconds in the first half', () => {
  expect(nextDelay(1_000, 'error')).toBe(1_500)
  expect(nextDelay(4_000, 'error')).toBe(5_000)
  expect(nextDelay(5_000, { percent: 49 })).toBe(2_000)
})

test('sixty answers in a row without a change are a time-out, and the task may still end well', async () => {
  const { end, asked } = await watch([status(10)])
  expect(end).toEqual({ type: 'timed_out' })
  expect(asked).toHaveLength(61)
})

test('a task that moves, however slowly, never times out', async () => {
  const answers = Array.from({ length: 200 }, (_, index) => status(10, { received: index }))
  const { end } = await watch([...answers, status(100, { status: 'completed', expires_at: 5_000_000 })])
  expect(end.type).toBe('made')
})

test('five errors in a row end the watching, four do not', async () => {
  const fault = new Error('HTTP 500: oops')
  expect((await watch([fault])).end).toEqual({
    type: 'failed',
    message: 'Too many consecutive polling errors: HTTP 500: oops',
  })
  const four = await watch([
    fault,
    fault,
    fault,
    fault,
    status(1),
    fault,
    fault,
    status(100, { status: 'completed' }),
  ])
  expect(four.end.type).toBe('made')
})

test('a task nobody knows is done when its file is there, and gone when it is not', async () => {
  const missing = new Failure('file_gone')
  expect((await watch([missing], async () => true)).end).toMatchObject({
    type: 'made',
    file: { taskId: 't' },
  })
  expect((await watch([missing])).end).toEqual({ type: 'failed', message: pageFailures.file_missing })
})

test('a wrong clock on either side does not move the end of a file', async () => {
  const ahead = () => Date.now() + 3 * 3_600_000
  const done = status(100, { status: 'completed', expires_at: 1_000_000 + 1_000 + 3 * 3_600_000 + 60_000 })
  const { end } = await watch([done], undefined, ahead)
  expect(end.type === 'made' && end.file.expiresAt).toBe(1_000_000 + 1_000 + 60_000)
})

test('a failed format gets the tip, once', async () => {
  const plain = await watch([
    status(0, { status: 'failed', message: 'The requested format is not available.' }),
  ])
  expect(plain.end).toMatchObject({ message: expect.stringMatching(/available\. 💡 Try refreshing/) })
  const marked = await watch([status(0, { status: 'failed', message: '⚠ The format is not available.' })])
  expect(marked.end).toMatchObject({ message: '⚠ The format is not available.' })
})

test('leaving the page ends the questions', async () => {
  const stop = new AbortController()
  const readStatus = vi.fn(async () => ({ status: status(1), serverNow: 0 }))
  const ending = watchTask('t', { readStatus, hasFile: async () => false }, () => {}, stop.signal)
  await vi.advanceTimersByTimeAsync(2_500)
  stop.abort()
  await expect(ending).rejects.toThrow()
  expect(readStatus).toHaveBeenCalledTimes(2)
})

test('the countdown is redrawn by the minute, the half minute and the second', () => {
  expect([3_600, 901, 900, 301, 300, 1].map(paceOf)).toEqual([60_000, 60_000, 30_000, 30_000, 1_000, 1_000])
})
