import { Failure } from '#contract/failure.ts'
import type { CountBytes } from '../budget/allowance.ts'

/**
 * Size of a slice of a download. The bytes of a slice are counted against the visitor's daily allowance
 * before the slice is sent.
 */
const SLICE_BYTES = 64 * 1024 ** 2
/** Size in bytes of one read from the bucket. */
const READ_BYTES = 256 * 1024
/**
 * During a download of more than one slice, the block list is checked at intervals of this many milliseconds.
 */
const CHECK_MS = 15_000

/** Checks during a download. The download breaks off when one of them throws. */
export type Checks = {
  count: CountBytes
  /** Throws if the item of the file has been blocked since the download began. */
  assertAllowed: () => Promise<void>
}

/**
 * Returns a stream of `length` bytes of a stored file, beginning at `start`. The bytes are sent in slices.
 * Each slice is counted against the visitor's daily allowance just before it is sent. So a download that ends
 * early counts at most one slice too much. The object is requested from the bucket only once. So a running
 * download can finish even if the file expires.
 *
 * A download of more than one slice checks the block list every `checkMs` milliseconds. So it ends within a
 * minute after an operator blocks the video (block-list.ts).
 *
 * Throws the error of `count` if the first slice cannot be counted. Throws `file_gone` if the bucket does not
 * have the file. If an error occurs after the stream was returned, the stream is aborted.
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
  // The error is ignored: before `copy` rejects, it ends both streams itself. It rejects if the visitor has
  // left, the bucket has failed, or a check has failed.
  copy(object.body, writable, length, checks, { sliceBytes, checkMs }).catch(() => undefined)
  return readable
}

/**
 * Copies `length` bytes. Counts each slice against the visitor's daily allowance, except the first slice: the
 * caller has counted it. After an error, ends both streams and rejects.
 */
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
