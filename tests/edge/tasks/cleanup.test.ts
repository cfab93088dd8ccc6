import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cleanUp } from '../../../edge/tasks/cleanup.ts'
import type { CleanupItem } from '../../../edge/tasks/task.ts'

const item: CleanupItem = { kind: 'upload', key: 'k', upload: 'u' }

/**
 * Runs the cleanup of one upload. R2 answers the call that aborts the upload with the error `cause`. Returns
 * whether the upload is then removed from the cleanup list.
 */
async function isDone(cause: Error): Promise<boolean> {
  const files = {
    resumeMultipartUpload: () => ({ abort: () => Promise.reject(cause) }),
  } as unknown as R2Bucket
  const done: CleanupItem[] = []
  await cleanUp({ ...env, FILES: files }, 'name', [item], (event) => {
    if (event.type === 'cleaned-up') done.push(event.item)
  })
  return done.length > 0
}

test('takes an unknown upload from the cleanup list', async () => {
  expect(await isDone(new Error('abort: The specified multipart upload does not exist. (10024)'))).toBe(true)
})

test('keeps an upload after an internal error of R2', async () => {
  expect(await isDone(new Error('abort: We encountered an internal error. (10001)'))).toBe(false)
})

test('goes on when a merger is silent for five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let signal: AbortSignal | undefined
  const fetch = (request: Request) => {
    signal = request.signal
    return new Promise<Response>(() => undefined)
  }
  const settings = { ...env, MERGER_ORIGIN: '', MERGERS: '1', MERGER: { getByName: () => ({ fetch }) } }
  const items: CleanupItem[] = [
    { kind: 'merge', merger: 'weur:0', id: 1 },
    { kind: 'object', key: '1.1' },
  ]
  const done: CleanupItem[] = []
  const cleaned = cleanUp(settings as unknown as Env, 'name', items, (event) => {
    if (event.type === 'cleaned-up') done.push(event.item)
  })
  await vi.advanceTimersByTimeAsync(4_999)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await cleaned
  expect(done).toEqual(items)
  expect(signal?.aborted).toBe(true)
})

test.each<[string, CleanupItem]>([
  ['an upload', item],
  ['a file', { kind: 'object', key: '1.1' }],
])('keeps %s on the list if the bucket stays silent', async (_, one) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const never = () => new Promise<never>(() => undefined)
  const files = { resumeMultipartUpload: () => ({ abort: never }), delete: never } as unknown as R2Bucket
  const done: CleanupItem[] = []
  const cleaned = cleanUp({ ...env, FILES: files }, 'name', [one], (event) => {
    if (event.type === 'cleaned-up') done.push(event.item)
  })
  await vi.advanceTimersByTimeAsync(40_000)
  await cleaned
  expect(done).toEqual([])
})
