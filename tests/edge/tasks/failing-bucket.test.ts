import { expect, test } from 'vitest'
import { PART_BYTES } from '#contract/limits.ts'
import { assertWhole, eventually, objectsOf } from '../eventually.ts'
import { failing, faultless, losing, slow } from './failing-bucket.ts'
import { startOn } from './task-rig.ts'
import { merger, release } from '../visit.ts'

// Tests faults of the R2 bucket and of a task's Durable Object (docs/faults.md, 14 to 26). `ends` checks that
// the task has ended with the expected status, and that no open upload, no merge and no object without a task
// is left.

const SIZE = 2 * PART_BYTES + 1_000
const RUN = `size=${SIZE}&ms=300`
/**
 * The query of a link whose file has only one part. Even a slow machine stores one part within the short
 * deadlines of these tests.
 */
const SMALL = 'size=1000'

test('repeats refused parts in the same attempt', async () => {
  const started = await startOn(failing('part', 3), RUN)
  await started.ends('completed')
  expect((await merger(started.link)).starts).toBe(1)
  expect(started.bucket.calls.part).toBe(3 + 3)
  await assertWhole(started.id, SIZE)
})

test('stores a part again after a lost response', async () => {
  const started = await startOn(losing('part', 2), RUN)
  await started.ends('completed')
  expect((await merger(started.link)).starts).toBe(1)
  await assertWhole(started.id, SIZE)
})

test('sends each part once to a slow bucket', async () => {
  const started = await startOn(slow('part', 400), RUN)
  await started.ends('completed')
  expect(started.bucket.calls.part).toBe(3)
  await assertWhole(started.id, SIZE)
})

test('repeats a part at the deadline of its call', async () => {
  const started = await startOn(slow('part', 20_000, 1), SMALL, { storeMs: 1_500 })
  await started.ends('completed')
  expect((await merger(started.link)).starts).toBe(1)
  expect(started.bucket.calls.part).toBe(2)
  await assertWhole(started.id, 1_000)
})

test('completes in the next attempt after four refusals', async () => {
  const started = await startOn(failing('part', 12), RUN)
  await started.ends('completed')
  expect((await merger(started.link)).starts).toBe(2)
  expect(started.bucket.calls.create).toBe(2)
  await assertWhole(started.id, SIZE)
})

test.concurrent('fails after three attempts if every part is refused', { timeout: 60_000 }, async () => {
  const started = await startOn(failing('part'), 'size=1000')
  await started.ends('failed')
  expect(await started.task()).toMatchObject({
    state: { status: 'failed', code: 'internal' },
    lastAttemptId: 3,
  })
})

test('creates the upload in the next attempt', async () => {
  const started = await startOn(failing('create', 1), RUN)
  await started.ends('completed')
  await assertWhole(started.id, SIZE)
})

test('accepts the object after a lost completion', async () => {
  const started = await startOn(losing('complete', 1), RUN)
  await started.ends('completed')
  expect((await merger(started.link)).starts).toBe(1)
  expect(started.bucket.calls).toMatchObject({ complete: 1, head: 1 })
  await assertWhole(started.id, SIZE)
})

test('accepts the object after a slow completion', async () => {
  const started = await startOn(
    async (call, nth, work) => {
      const answer = await work()
      if (call === 'complete') await new Promise((resolve) => setTimeout(resolve, 20_000))
      return answer
    },
    SMALL,
    { storeMs: 1_500 },
  )
  await started.ends('completed')
  expect(started.bucket.calls).toMatchObject({ complete: 1, head: 1 })
  await assertWhole(started.id, 1_000)
})

test('completes in the next attempt after refused completions', async () => {
  const started = await startOn(failing('complete', 4), RUN)
  await started.ends('completed')
  expect(started.bucket.calls).toMatchObject({ create: 2, complete: 5 })
  await assertWhole(started.id, SIZE)
})

test.concurrent('keeps an upload on the cleanup list until it is aborted', async () => {
  const started = await startOn(failing('abort', 5), `size=${SIZE}&ms=20000`)
  await started.hasUpload()
  await started.stub.cancel()
  await eventually(() => Promise.resolve(started.bucket.calls.abort >= 3), 'the abort is tried again')
  expect((await started.task()).pendingCleanup.map((item) => item.kind)).toContain('upload')
  expect(started.bucket.open.size).toBe(1)
  await started.ends('failed')
  expect(started.bucket.calls.abort).toBe(6)
  expect((await started.task()).state).toMatchObject({ code: 'cancelled' })
})

test('keeps an object on the cleanup list until it is deleted', async () => {
  const started = await startOn(failing('delete', 2), 'size=1000')
  await started.ends('completed')
  await started.stub.cancel()
  expect(await started.stub.file()).toBeNull()
  await eventually(async () => (await objectsOf(started.nonce)).length === 0, 'the object is gone')
  expect(started.bucket.calls.delete).toBe(3)
})

test('makes one attempt for two alarms at once', async () => {
  const started = await startOn(faultless, `size=${SIZE}&ms=3000`)
  await started.hasUpload()
  await started.inside((object) => Promise.all([object.alarm(), object.alarm()]))
  await started.ends('completed')
  expect(started.bucket.calls).toMatchObject({ create: 1, part: 3, complete: 1 })
  expect(await merger(started.link)).toMatchObject({ starts: 1, attaches: 1 })
  await assertWhole(started.id, SIZE)
})

test('replaces an attempt whose merger is silent too long', async () => {
  const started = await startOn(faultless, `size=${SIZE}&ms=2500&mute=1`, { stallMs: 8_000 })
  await started.ends('completed')
  const task = await started.task()
  expect(task).toMatchObject({ lastAttemptId: 2, state: { file: { key: '1.2' } } })
  expect((await merger(started.link)).starts).toBe(2)
  await assertWhole(started.id, SIZE)
})

test('keeps only the new file after a second start', async () => {
  const started = await startOn(faultless, 'size=1000')
  await started.ends('completed')
  await started.stub.cancel()
  expect(await started.stub.read()).toBe(null)
  await started.stub.start(started.nonce, started.order)
  await started.ends('completed')
  expect(await started.task()).toMatchObject({
    generation: 2,
    lastAttemptId: 2,
    state: { file: { key: '2.2' } },
  })
  await assertWhole(started.id, 1_000)
})

test('continues the attempt after the time limit of a connection', async () => {
  const started = await startOn(faultless, `size=${SIZE}&ms=1000&hold=0.5`, { attachmentMs: 3_000 })
  await eventually(async () => (await merger(started.link)).attaches > 1, 'another connection')
  await release(started.link)
  await started.ends('completed')
  expect((await merger(started.link)).starts).toBe(1)
  expect(started.bucket.calls.create).toBe(1)
  await assertWhole(started.id, SIZE)
})

test('fails the attempt if the object has another size', async () => {
  let endAttempt = () => {}
  const held = new Promise<void>((resolve) => (endAttempt = resolve))
  const started = await startOn(async (call, nth, work) => {
    // The call of `create` in the second attempt blocks until the test calls endAttempt(). So all calls of
    // `complete` and `head` that the test counts belong to the first attempt.
    if (call === 'create' && nth === 2) await held
    if (call === 'complete') throw new Error('The bucket is not available (10043)')
    return call === 'head' ? { size: 999, etag: 'other' } : await work()
  }, SMALL)
  await eventually(async () => (await started.task()).lastAttemptId === 2, 'the first attempt is lost')
  expect(started.bucket.calls).toMatchObject({ complete: 4, head: 4 })
  expect((await started.task()).state).toMatchObject({ status: 'processing' })
  endAttempt()
  await started.stub.cancel()
  await started.ends('failed')
})

test('makes the file again after an object of another size', async () => {
  const started = await startOn(async (call, nth, work) => {
    const answer = await work()
    return call === 'complete' && nth === 1 ? { size: 999, etag: 'other' } : answer
  }, SMALL)
  await started.ends('completed')
  expect(await started.task()).toMatchObject({ lastAttemptId: 2, state: { file: { size: 1_000 } } })
  await assertWhole(started.id, 1_000)
})

test('deletes an unconfirmed object when its attempt ends', async () => {
  const started = await startOn(async (call, nth, work) => {
    // Every call of `head` fails, so the task cannot find out that the object exists. The first attempt calls
    // `complete` four times: the first call creates the object, but the response of the bucket is lost; the
    // other three calls do not reach the bucket.
    if (call === 'head') throw new Error('The bucket is not available (10043)')
    if (call !== 'complete') return await work()
    if (nth === 1) await work()
    if (nth <= 4) throw new Error('The answer of the bucket was lost')
    return await work()
  }, SMALL)
  await started.ends('completed')
  expect(started.bucket.calls).toMatchObject({ create: 2, complete: 5 })
  await assertWhole(started.id, 1_000)
})
