import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MergeOrder } from '#contract/engine/merge.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { Failure } from '#contract/failure.ts'
import { Attempt } from '../../../merger/merge/attempt.ts'

const order: MergeOrder = {
  v: ENGINE_VERSION,
  task: 'AbCdEfGhIjKlMnOpQrSt_-',
  attempt: 1,
  plan: { source_url: 'https://site.example/v', video: null, audio: null, container: 'mp4' },
}
const proof = { container: 'mp4', video_codec: 'h264', audio_codec: 'aac', width: 1, height: 1, duration: 1 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('resolves `settled` after a success or a failure', async () => {
  const [good, bad] = [new Attempt(order), new Attempt(order)]
  good.succeed(1, 1, proof)
  await good.settled
  bad.fail(new Failure('internal'), 'detail')
  await bad.settled
  expect([good.isSettled, bad.isSettled]).toEqual([true, true])
})

test('the age of an attempt is counted from its start', () => {
  vi.advanceTimersByTime(1_000)
  const attempt = new Attempt(order)
  vi.advanceTimersByTime(50)
  expect(attempt.age()).toBe(50)
})

test('counts unattendedMs from the last disconnect', () => {
  const attempt = new Attempt(order)
  vi.advanceTimersByTime(5_000)
  expect(attempt.unattendedMs()).toBe(5_000)
  const [leave, leaveToo] = [attempt.attach(), attempt.attach()]
  vi.advanceTimersByTime(60_000)
  expect(attempt.unattendedMs()).toBe(0)
  leave()
  expect(attempt.unattendedMs()).toBe(0)
  vi.advanceTimersByTime(60_000)
  leaveToo()
  vi.advanceTimersByTime(1_000)
  expect(attempt.unattendedMs()).toBe(1_000)
  attempt.touch()
  expect(attempt.unattendedMs()).toBe(0)
  expect(attempt.age()).toBe(126_000)
})

test('keeps the first result as final and readable', async () => {
  const attempt = new Attempt(order)
  attempt.succeed(10, 12, proof)
  attempt.fail(new Failure('internal'), 'late')
  await attempt.settled
  expect(attempt.state()).toMatchObject({
    size: 10,
    final: 10,
    combined: 12,
    proof,
    progress: { percent: 99 },
  })
  expect(attempt.state()).not.toHaveProperty('failed')
  expect([attempt.working.aborted, attempt.signal.aborted, attempt.isSettled, attempt.size]).toEqual([
    true,
    false,
    true,
    10,
  ])
  const failed = new Attempt(order)
  failed.fail(new Failure('drm'), 'detail')
  failed.succeed(10, 12, proof)
  expect(failed.state()).toMatchObject({ final: 0, failed: { code: 'drm', detail: 'detail' } })
  expect([failed.size, failed.working.reason]).toEqual([null, expect.objectContaining({ code: 'drm' })])
})

test('fails with too_slow at a deadline from its start', () => {
  const attempt = new Attempt(order)
  vi.advanceTimersByTime(4_000)
  attempt.limitWork(10_000)
  vi.advanceTimersByTime(5_999)
  expect(attempt.working.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(attempt.working.reason).toMatchObject({ code: 'too_slow', cause: 'not done after 10 s' })
  expect(attempt.signal.aborted).toBe(false)
})

test('limitWork replaces the deadline and stops with the work', () => {
  const attempt = new Attempt(order)
  attempt.limitWork(1_000)
  attempt.limitWork(9_000)
  vi.advanceTimersByTime(8_999)
  expect(attempt.working.aborted).toBe(false)
  attempt.succeed(1, 1, proof)
  expect(vi.getTimerCount()).toBe(0)
  attempt.limitWork(99_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('ends its work with its own failure', () => {
  const attempt = new Attempt(order)
  attempt.limitWork(9_000)
  attempt.end(new Failure('cancelled'))
  expect(attempt.signal.reason).toMatchObject({ code: 'cancelled' })
  expect(attempt.working.reason).toMatchObject({ code: 'cancelled' })
  expect(vi.getTimerCount()).toBe(0)
})
