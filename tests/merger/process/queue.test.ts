import { expect, test } from 'vitest'
import { Queue } from '../../../merger/process/queue.ts'

const patient = new AbortController().signal

test('runs at most two tasks at once in order of arrival', async () => {
  const queue = new Queue(2, 10)
  const started: number[] = []
  let most = 0
  const work = async (n: number) => {
    started.push(n)
    most = Math.max(most, queue.busy)
    await new Promise((resolve) => setTimeout(resolve, 5))
    return n
  }
  const results = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => queue.run(() => work(n), patient)))
  expect(results).toEqual([1, 2, 3, 4, 5, 6])
  expect(started).toEqual([1, 2, 3, 4, 5, 6])
  expect(most).toBe(2)
  expect(queue.busy).toBe(0)
})

test('refuses a task as busy at its maximum length', async () => {
  const queue = new Queue(1, 1)
  const held = Promise.withResolvers<void>()
  const first = queue.run(() => held.promise, patient)
  const second = queue.run(async () => 'second', patient)
  await expect(queue.run(async () => 'third', patient)).rejects.toMatchObject({ code: 'busy' })
  held.resolve()
  await first
  expect(await second).toBe('second')
})

test('drops a waiting caller that aborts', async () => {
  const queue = new Queue(1, 1)
  const held = Promise.withResolvers<void>()
  const first = queue.run(() => held.promise, patient)
  const leaving = new AbortController()
  const second = queue.run(async () => 'second', leaving.signal)
  leaving.abort()
  await expect(second).rejects.toMatchObject({ code: 'busy' })
  const third = queue.run(async () => 'third', patient)
  held.resolve()
  await first
  expect(await third).toBe('third')
})

test('starts no task with an aborted signal', async () => {
  const queue = new Queue(1, 1)
  const left = AbortSignal.abort()
  let starts = 0
  const work = async () => void (starts += 1)
  await expect(queue.run(work, left)).rejects.toMatchObject({ code: 'busy' })
  const held = Promise.withResolvers<void>()
  const first = queue.run(() => held.promise, patient)
  await expect(queue.run(work, left)).rejects.toMatchObject({ code: 'busy' })
  const second = queue.run(async () => 'second', patient)
  held.resolve()
  await first
  expect(await second).toBe('second')
  expect(starts).toBe(0)
})

test('a task that fails frees its slot in the queue', async () => {
  const queue = new Queue(1, 0)
  await expect(queue.run(() => Promise.reject(new Error('no')), patient)).rejects.toThrow('no')
  expect(await queue.run(async () => 'next', patient)).toBe('next')
})

test('lets the next in when a task gives its slot back', async () => {
  const queue = new Queue(1, 1)
  const held = Promise.withResolvers<void>()
  const first = queue.run(async (leave) => {
    leave()
    leave()
    await held.promise
  }, patient)
  expect(await queue.run(async () => queue.busy, patient)).toBe(1)
  held.resolve()
  await first
  expect(queue.busy).toBe(0)
})
