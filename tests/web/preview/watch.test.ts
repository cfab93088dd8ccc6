import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MergeStatus } from '#contract/api.ts'
import { Failure } from '#contract/failure.ts'
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
 * Watches a task. Each poll gets the next of `answers`; when no answer is left, every further poll gets the
 * last one. In the result, `asked` is the time of each poll, and `gaps` is the delay before each poll, in
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

test('polls every second below 50 percent', async () => {
  const { gaps } = await watch([status(10), status(20), status(30), status(0, { status: 'failed' })])
  expect(gaps).toEqual([1_000, 1_000, 1_000, 1_000])
})

test('slows down to five seconds from 50 percent on', async () => {
  const answers = Array.from({ length: 14 }, (_, index) => status(50 + index))
  const { gaps } = await watch([...answers, status(0, { status: 'failed' })])
  expect(gaps.slice(0, 4)).toEqual([1_000, 1_200, 1_440, 1_728])
  expect(Math.max(...gaps)).toBe(5_000)
})

test('slows down after a failed poll', () => {
  expect(nextDelay(1_000, 'error')).toBe(1_500)
  expect(nextDelay(4_000, 'error')).toBe(5_000)
  expect(nextDelay(5_000, { percent: 49 })).toBe(2_000)
})

test('times out after sixty responses without progress', async () => {
  const { end, asked } = await watch([status(10)])
  expect(end).toEqual({ type: 'timed_out' })
  expect(asked).toHaveLength(61)
})

test('never times out while there is progress', async () => {
  const answers = Array.from({ length: 200 }, (_, index) => status(10, { received: index }))
  const { end } = await watch([...answers, status(100, { status: 'completed', expires_at: 5_000_000 })])
  expect(end.type).toBe('made')
})

test('fails after five errors in a row', async () => {
  const fault = new Error('HTTP 500: oops')
  const five = await watch([fault])
  expect(five.end).toEqual({
    type: 'failed',
    fault: { pollingErrors: fault },
    waitsFor: 't',
  })
  expect(five.gaps).toEqual([1_000, 1_500, 2_250, 3_375, 5_000])
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

test('looks for the file of an unknown task', async () => {
  const missing = new Failure('file_gone')
  expect((await watch([missing], async () => true)).end).toMatchObject({
    type: 'made',
    file: { taskId: 't' },
  })
  expect((await watch([missing])).end).toEqual({ type: 'failed', fault: 'fileMissing' })
})

test('corrects the clock of the device', async () => {
  const ahead = () => Date.now() + 3 * 3_600_000
  const done = status(100, { status: 'completed', expires_at: 1_000_000 + 1_000 + 3 * 3_600_000 + 60_000 })
  const { end } = await watch([done], undefined, ahead)
  expect(end.type === 'made' && end.file.expiresAt).toBe(1_000_000 + 1_000 + 60_000)
})

test('adds a tip to an unavailable format only', async () => {
  const plain = await watch([
    status(0, { status: 'failed', message: 'The requested format is not available.' }),
  ])
  expect(plain.end).toMatchObject({
    fault: { message: expect.stringMatching(/available\. 💡 Try refreshing/) },
  })
  const marked = await watch([status(0, { status: 'failed', message: '⚠ The format is not available.' })])
  expect(marked.end).toMatchObject({ fault: { message: '⚠ The format is not available.' } })
})

test('an abort between two polls stops the watching of a task', async () => {
  const stop = new AbortController()
  const readStatus = vi.fn(async () => ({ status: status(1), serverNow: 0 }))
  const ending = watchTask('t', { readStatus, hasFile: async () => false }, () => {}, stop.signal)
  await vi.advanceTimersByTimeAsync(2_500)
  stop.abort()
  await expect(ending).rejects.toThrow()
  expect(readStatus).toHaveBeenCalledTimes(2)
})

test('stops at an abort without an error', async () => {
  const stop = new AbortController()
  const readStatus = vi.fn<WatchCalls['readStatus']>(
    (_, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('the request was aborted'))),
      ),
  )
  const ending = watchTask('t', { readStatus, hasFile: async () => false }, () => {}, stop.signal)
  ending.catch(() => undefined) // Without this handler, Vitest would report an unhandled rejection.
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

test('ends with the last of five bad responses', async () => {
  const cause = new UnreadableAnswer('not the expected JSON')
  expect((await watch([cause])).end).toEqual({
    type: 'failed',
    fault: { pollingErrors: cause },
    waitsFor: 't',
  })
})

test('reports the progress of each poll', async () => {
  const full = { received: 1, total: 2, speed: 3, remaining: 4 }
  const { seen } = await watch([status(10), status(60, full), status(100, { status: 'completed' })])
  expect(seen).toEqual([
    { percent: 10, message: 'Merging', received: null, total: null, speed: null, remaining: null },
    { percent: 60, message: 'Merging', ...full },
  ])
})

test('returns size, expiry and proof', async () => {
  const proof = {
    container: 'mp4',
    video_codec: 'h264',
    audio_codec: 'aac',
    width: 1,
    height: 2,
    duration: 3,
  }
  const known = status(100, {
    status: 'completed',
    expires_at: 1_061_000,
    actual_sizes: { final_file: 5 },
    proof,
  })
  expect((await watch([known])).end).toEqual({
    type: 'made',
    file: { taskId: 't', expiresAt: 1_061_000, size: 5, proof, generation: '1061000' },
  })
  vi.setSystemTime(1_000_000)
  expect((await watch([status(100, { status: 'completed' })])).end).toEqual({
    type: 'made',
    file: { taskId: 't', expiresAt: null, size: null, proof: null, generation: '' },
  })
})

test('takes only 404 for an unknown task', async () => {
  const notFound = Object.assign(new Error('HTTP 404'), { status: 404 })
  expect((await watch([notFound], async () => true)).end.type).toBe('made')
  for (const error of [new Failure('busy'), Object.assign(new Error('HTTP 500'), { status: 500 })])
    expect((await watch([error], async () => true)).end.type).toBe('failed')
})

test('polls nothing after an abort', async () => {
  const readStatus = vi.fn<WatchCalls['readStatus']>()
  const calls = { readStatus, hasFile: async () => false }
  await expect(watchTask('t', calls, () => {}, AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
  await vi.runAllTimersAsync()
  expect(readStatus).not.toHaveBeenCalled()
})
