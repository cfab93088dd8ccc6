import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MergeStatus } from '#contract/api.ts'
import { Failure, failures } from '#contract/failure.ts'
import { pageFailures } from '#contract/page-failures.ts'
import type { Progress } from '../../../web/preview/machine.ts'
import { UnreadableAnswer } from '../../../web/unexpected-answer.ts'
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

/**
 * Watches a task. The polls get the passed responses in order; polls after the end of the list get its final
 * response. In the result, `asked` holds the time of each poll and `gaps` the delay before it, in
 * milliseconds.
 */
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

test('the first poll comes after one second, and the delay between polls stays one second below 50 percent', async () => {
  const { gaps } = await watch([status(10), status(20), status(30), status(0, { status: 'failed' })])
  expect(gaps).toEqual([1_000, 1_000, 1_000, 1_000])
})

test('the delay between polls grows by a fifth from 50 percent on, up to five seconds', async () => {
  const answers = Array.from({ length: 14 }, (_, index) => status(50 + index))
  const { gaps } = await watch([...answers, status(0, { status: 'failed' })])
  expect(gaps.slice(0, 4)).toEqual([1_000, 1_200, 1_440, 1_728])
  expect(Math.max(...gaps)).toBe(5_000)
})

test('the delay between polls grows by half after an error, and is at most two seconds below 50 percent', () => {
  expect(nextDelay(1_000, 'error')).toBe(1_500)
  expect(nextDelay(4_000, 'error')).toBe(5_000)
  expect(nextDelay(5_000, { percent: 49 })).toBe(2_000)
})

test('watching a task times out after sixty unchanged responses in a row', async () => {
  const { end, asked } = await watch([status(10)])
  expect(end).toEqual({ type: 'timed_out' })
  expect(asked).toHaveLength(61)
})

test('watching a task that makes progress never times out, however slow the task is', async () => {
  const answers = Array.from({ length: 200 }, (_, index) => status(10, { received: index }))
  const { end } = await watch([...answers, status(100, { status: 'completed', expires_at: 5_000_000 })])
  expect(end.type).toBe('made')
})

test('watching a task fails after five errors in a row, but not after four', async () => {
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

test('a task that the server has forgotten counts as completed if its file exists, and as failed without a file', async () => {
  const missing = new Failure('file_gone')
  expect((await watch([missing], async () => true)).end).toMatchObject({
    type: 'made',
    file: { taskId: 't' },
  })
  expect((await watch([missing])).end).toEqual({ type: 'failed', message: pageFailures.file_missing })
})

test('a wrong clock of the server or the device does not change when a file expires', async () => {
  const ahead = () => Date.now() + 3 * 3_600_000
  const done = status(100, { status: 'completed', expires_at: 1_000_000 + 1_000 + 3 * 3_600_000 + 60_000 })
  const { end } = await watch([done], undefined, ahead)
  expect(end.type === 'made' && end.file.expiresAt).toBe(1_000_000 + 1_000 + 60_000)
})

test('the message about an unavailable format gets a tip unless it already contains an emoji', async () => {
  const plain = await watch([
    status(0, { status: 'failed', message: 'The requested format is not available.' }),
  ])
  expect(plain.end).toMatchObject({ message: expect.stringMatching(/available\. 💡 Try refreshing/) })
  const marked = await watch([status(0, { status: 'failed', message: '⚠ The format is not available.' })])
  expect(marked.end).toMatchObject({ message: '⚠ The format is not available.' })
})

test('an abort between two polls ends the watching of a task', async () => {
  const stop = new AbortController()
  const readStatus = vi.fn(async () => ({ status: status(1), serverNow: 0 }))
  const ending = watchTask('t', { readStatus, hasFile: async () => false }, () => {}, stop.signal)
  await vi.advanceTimersByTimeAsync(2_500)
  stop.abort()
  await expect(ending).rejects.toThrow()
  expect(readStatus).toHaveBeenCalledTimes(2)
})

test('an abort during a poll ends the watching of a task and does not count as an error', async () => {
  const stop = new AbortController()
  const readStatus = vi.fn<WatchCalls['readStatus']>(
    (_, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('the request was aborted'))),
      ),
  )
  const ending = watchTask('t', { readStatus, hasFile: async () => false }, () => {}, stop.signal)
  ending.catch(() => undefined) // The expectation below checks the rejection of this promise.
  await vi.advanceTimersByTimeAsync(1_000)
  stop.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(ending).rejects.toBe(stop.signal.reason)
  expect(readStatus).toHaveBeenCalledTimes(1)
})

test('an abort between two polls leaves no timer', async () => {
  const stop = new AbortController()
  const calls: WatchCalls = {
    readStatus: async () => ({ status: status(1), serverNow: 0 }),
    hasFile: async () => false,
  }
  const ending = watchTask('t', calls, () => {}, stop.signal)
  await vi.advanceTimersByTimeAsync(1_500)
  stop.abort()
  await expect(ending).rejects.toBe(stop.signal.reason)
  expect(vi.getTimerCount()).toBe(0)
})

test('five unreadable responses in a row end with a sentence for visitors, without the technical message', async () => {
  expect((await watch([new UnreadableAnswer('not the expected JSON')])).end).toEqual({
    type: 'failed',
    message: `Too many consecutive polling errors: ${failures.internal.text}`,
  })
})
