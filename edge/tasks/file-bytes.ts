import { Failure } from '#contract/failure.ts'
import type { CountBytes } from '../budget/allowance.ts'

const SLICE_BYTES = 64 * 1024 ** 2
const READ_BYTES = 256 * 1024
const CHECK_MS = 15_000

/** The download breaks off when one of them throws. */
export type Checks = {
  count: CountBytes
  assertAllowed: () => Promise<void>
}

/**
 * Each slice is counted against the visitor's daily allowance just before it is sent. So a download that ends
 * early counts at most one slice too much. The object is requested from the bucket only once. So a running
 * download can finish even if the file expires.
 */
export async function fileBytes(
  files: Pick<R2Bucket, 'get'>,
  key: string,
  { start, length }: { start: number; length: number },
  checks: Checks,
  { sliceBytes = SLICE_BYTES, checkMs = CHECK_MS } = {},
): Promise<ReadableStream> {
  await checks.count(Math.min(sliceBytes, length))
  const object = await files.get(key, { range: { offset: start, length } })
  if (!object) throw new Failure('file_gone')
  if (length <= sliceBytes) return object.body
  const { readable, writable } = new FixedLengthStream(length)
  // The error is ignored: before `copy` rejects, it ends both streams itself.
  copy(object.body, writable, length, checks, { sliceBytes, checkMs }).catch(() => undefined)
  return readable
}

/** Counts each slice, except the first slice: the caller has counted it. */
async function copy(
  body: ReadableStream,
  writable: WritableStream<Uint8Array>,
  length: number,
  { count, assertAllowed }: Checks,
  { sliceBytes, checkMs }: { sliceBytes: number; checkMs: number },
): Promise<void> {
  const reader = body.getReader({ mode: 'byob' })
  const writer = writable.getWriter()
  try {
    let counted = sliceBytes
    let checkedAt = Date.now()
    for (let sent = 0; sent < length;) {
      if (sent === counted) {
        await count(Math.min(sliceBytes, length - counted))
        counted += sliceBytes
      }
      if (Date.now() - checkedAt >= checkMs) {
        await assertAllowed()
        checkedAt = Date.now()
      }
      const size = Math.min(READ_BYTES, counted - sent, length - sent)
      const { value } = await reader.readAtLeast(size, new Uint8Array(size))
      if (!value?.byteLength) throw new Error(`the bucket sent ${sent} of ${length} bytes`)
      await writer.write(value)
      sent += value.byteLength
    }
    await writer.close()
  } catch (error) {
    await Promise.allSettled([reader.cancel(error), writer.abort(error)])
    throw error
  }
}
