import { expect, test } from 'vitest'
import { PART_BYTES } from '#contract/limits.ts'
import { assertWhole, eventually, objectsOf } from '../eventually.ts'
import { failing, losing, slow, sound } from './failing-bucket.ts'
import { startOn } from './task-rig.ts'
import { merger } from '../visit.ts'

// Every test ends by the same rules: a final state, no upload, no object that nobody sees, no merge. The numbers are rows of
// the list of faults (section 4 of the notes on security); rows 17 to 30 go on in task-faults, the sources' and the merger's own
// in tests/merger/merge.

const SIZE = 2 * PART_BYTES + 1_000
const RUN = `size=${SIZE}&ms=300`
/** One part, so that a busy machine is not taken for a silent bucket. */
const SMALL = 'size=1000'

test('row 14: parts that the bucket refuses for a while are asked for again, in the same attempt', async () => {
  const it = await startOn(failing('part', 3), RUN)
  await it.ends('completed')
  expect((await merger(it.link)).starts).toBe(1)
  expect(it.bucket.calls.part).toBe(3 + 3)
  await assertWhole(it.id, SIZE)
})

test('row 14: a part whose answer is lost is stored again and the file has the newer one', async () => {
  const it = await startOn(losing('part', 2), RUN)
  await it.ends('completed')
  expect((await merger(it.link)).starts).toBe(1)
  await assertWhole(it.id, SIZE)
})

test('row 14: a slow bucket only takes longer', async () => {
  const it = await startOn(slow('part', 400), RUN)
  await it.ends('completed')
  expect(it.bucket.calls.part).toBe(3)
  await assertWhole(it.id, SIZE)
})

test('row 14: a part that is never answered is given up and asked for again', async () => {
  const it = await startOn(slow('part', 20_000, 1), SMALL, { storeMs: 1_500 })
  await it.ends('completed')
  expect((await merger(it.link)).starts).toBe(1)
  expect(it.bucket.calls.part).toBe(2)
  await assertWhole(it.id, 1_000)
})

test('row 14: a bucket that refuses for longer costs the attempt, and the next one brings the file', async () => {
  const it = await startOn(failing('part', 12), RUN)
  await it.ends('completed')
  expect((await merger(it.link)).starts).toBe(2)
  expect(it.bucket.calls.create).toBe(2)
  await assertWhole(it.id, SIZE)
})

test.concurrent(
  'row 14: a bucket that stays away fails the task after three attempts',
  { timeout: 60_000 },
  async () => {
    const it = await startOn(failing('part'), 'size=1000')
    await it.ends('failed', 40)
    expect(await it.task()).toMatchObject({ code: 'internal', attempts: 3, attempt: null })
  },
)

test('row 14: an upload that cannot be begun is begun again', async () => {
  const it = await startOn(failing('create', 1), RUN)
  await it.ends('completed')
  await assertWhole(it.id, SIZE)
})

test('row 15: when the answer to complete is lost, the object that is there is the answer', async () => {
  const it = await startOn(losing('complete', 1), RUN)
  await it.ends('completed')
  expect((await merger(it.link)).starts).toBe(1)
  expect(it.bucket.calls).toMatchObject({ complete: 1, head: 1 })
  await assertWhole(it.id, SIZE)
})

test('row 15: a complete that is never answered is found out by the size of the object', async () => {
  const it = await startOn(
    async (call, nth, work) => {
      const answer = await work()
      if (call === 'complete') await new Promise((resolve) => setTimeout(resolve, 20_000))
      return answer
    },
    SMALL,
    { storeMs: 1_500 },
  )
  await it.ends('completed')
  expect(it.bucket.calls).toMatchObject({ complete: 1, head: 1 })
  await assertWhole(it.id, 1_000)
})

test('row 15: a complete that fails for good costs the attempt', async () => {
  const it = await startOn(failing('complete', 4), RUN)
  await it.ends('completed')
  expect(it.bucket.calls).toMatchObject({ create: 2, complete: 5 })
  await assertWhole(it.id, SIZE)
})

test.concurrent(
  'row 16: an upload that cannot be aborted stays on the list until it is gone',
  { timeout: 60_000 },
  async () => {
    const it = await startOn(failing('abort', 5), `size=${SIZE}&ms=20000`)
    await eventually(async () => (await it.task()).attempt?.upload != null, 'it runs')
    await it.stub.cancel()
    await eventually(() => Promise.resolve(it.bucket.calls.abort >= 3), 'it is tried again')
    expect((await it.task()).leftovers.map((left) => left.kind)).toContain('upload')
    expect(it.bucket.open.size).toBe(1)
    await it.ends('failed')
    expect(it.bucket.calls.abort).toBe(6)
    expect(await it.task()).toMatchObject({ code: 'cancelled' })
  },
)

test('row 16: an object that cannot be deleted stays on the list until it is gone', async () => {
  const it = await startOn(failing('delete', 2), 'size=1000')
  await it.ends('completed')
  await it.stub.cancel()
  expect(await it.stub.file()).toBeNull()
  await eventually(async () => (await objectsOf(it.nonce)).length === 0, 'it is gone')
  expect(it.bucket.calls.delete).toBe(3)
})

test('row 20: an alarm that rings twice makes one attempt and stores each part once', async () => {
  const it = await startOn(sound, `size=${SIZE}&ms=3000`)
  await eventually(async () => (await it.task()).attempt?.upload != null, 'it runs')
  await it.inside((object) => Promise.all([object.alarm(), object.alarm()]))
  await it.ends('completed')
  expect(it.bucket.calls).toMatchObject({ create: 1, part: 3, complete: 1 })
  expect(await merger(it.link)).toMatchObject({ starts: 1, attaches: 1 })
  await assertWhole(it.id, SIZE)
})

test('row 26: a merger that comes back after its lease finds its attempt taken over', async () => {
  const it = await startOn(sound, `size=${SIZE}&ms=2500&mute=1`, { stallMs: 700 })
  await it.ends('completed')
  const task = await it.task()
  expect(task).toMatchObject({ attempts: 2, file: { key: '1.2' } })
  expect((await merger(it.link)).starts).toBe(2)
  await assertWhole(it.id, SIZE)
})

test('row 23: after its hour a task is started anew, and only the new file is left', async () => {
  const it = await startOn(sound, 'size=1000')
  await it.ends('completed')
  await it.stub.cancel()
  expect(await it.stub.read()).toMatchObject({ status: 'expired' })
  await it.stub.start(it.nonce, it.order)
  await it.ends('completed')
  expect(await it.task()).toMatchObject({ generation: 2, attempts: 2, file: { key: '2.2' } })
  await assertWhole(it.id, 1_000)
})

test('row 18: a task lives across the end of its attachments', async () => {
  const it = await startOn(sound, `size=${SIZE}&ms=7000`, { attachmentMs: 3_000 })
  await it.ends('completed')
  const { starts, attaches } = await merger(it.link)
  expect(starts).toBe(1)
  expect(attaches).toBeGreaterThan(1)
  expect(it.bucket.calls.create).toBe(1)
  await assertWhole(it.id, SIZE)
})
