import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { cleanUp } from '../../../edge/tasks/cleanup.ts'
import type { CleanupItem } from '../../../edge/tasks/task.ts'

const item: CleanupItem = { kind: 'upload', key: 'k', upload: 'u' }

/**
 * Runs the cleanup of one upload, whose abort fails with this error of R2. Returns whether the upload is then
 * removed from the cleanup list.
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

test('an upload that R2 does not know is removed from the cleanup list', async () => {
  expect(await isDone(new Error('abort: The specified multipart upload does not exist. (10024)'))).toBe(true)
})

test('an upload stays on the cleanup list after an internal error of R2', async () => {
  expect(await isDone(new Error('abort: We encountered an internal error. (10001)'))).toBe(false)
})
