import { Failure } from '#contract/failure.ts'
import type { CountBytes } from '../budget/allowance.ts'

/** Number of bytes that are counted in one step, before they are sent. */
export const SLICE_BYTES = 64 * 1024 ** 2
/** Size of one read from the bucket in a download of several slices. */
const READ_BYTES = 256 * 1024

/**
 * Returns the bytes of a stored file from `start` on. Each slice of 64 MiB is counted just before it is sent.
 * If the visitor ends the download early, as a player does when it seeks, the count is at most one slice too
 * high. The object is requested from the bucket only once, so a running download is completed even if the
 * file expires meanwhile. Before the first byte, the function throws `file_gone` or the failure of `count`.
 * An error after the first byte breaks the body off.
 */
export async function fileBytes(
  files: Pick<R2Bucket, 'get'>,
  key: string,
  { start, length }: { start: number; length: number },
  count: CountBytes,
  sliceBytes = SLICE_BYTES,
): Promise<ReadableStream> {
  await count(Math.min(sliceBytes, length))
  const object = await files.get(key, { range: { offset: start, length } })
  if (!object) throw new Failure('file_gone')
  if (length <= sliceBytes) return object.body
  const { readable, writable } = new FixedLengthStream(length)
  // An error means that the visitor has left, that the bucket failed, or that a slice was refused. `copy` has
  // then broken the body off.
  copy(object.body, writable, length, count, sliceBytes).catch(() => undefined)
  return readable
}

/**
 * Copies `length` bytes. Counts each slice, except the first, before it sends the bytes of the slice. Rejects
 * after an error.
 */
async function copy(
  body: ReadableStream,
  writable: WritableStream<Uint8Array>,
  length: number,
  count: CountBytes,
  sliceBytes: number,
): Promise<void> {
  const reader = body.getReader({ mode: 'byob' })
  const writer = writable.getWriter()
  try {
    let counted = sliceBytes
    for (let sent = 0; sent < length;) {
      if (sent === counted) {
        await count(Math.min(sliceBytes, length - counted))
        counted += sliceBytes
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
