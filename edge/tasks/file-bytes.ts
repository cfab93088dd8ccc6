import { Failure } from '#contract/failure.ts'
import type { CountBytes } from '../budget/allowance.ts'

/** Number of bytes that are counted and then read from the bucket in one step. */
export const SLICE_BYTES = 64 * 1024 ** 2

/**
 * Returns the bytes of a stored file from `start` on. They are counted and read in slices of 64 MiB. So
 * little more is counted than was sent if the visitor ends the download early, as a player does when it
 * seeks. Native streams transfer the bytes. Before the first byte, the function throws `file_gone` or the
 * failure of `count`. An error after that breaks the body off.
 */
export async function fileBytes(
  files: Pick<R2Bucket, 'get'>,
  key: string,
  { start, length }: { start: number; length: number },
  count: CountBytes,
  sliceBytes = SLICE_BYTES,
): Promise<ReadableStream> {
  const end = start + length
  const read = async (offset: number) => {
    const size = Math.min(sliceBytes, end - offset)
    await count(size)
    const object = await files.get(key, { range: { offset, length: size } })
    if (!object) throw new Failure('file_gone')
    return object.body
  }
  const first = await read(start)
  if (length <= sliceBytes) return first
  const { readable, writable } = new FixedLengthStream(length)
  const copy = async () => {
    await first.pipeTo(writable, { preventClose: true })
    for (let offset = start + sliceBytes; offset < end; offset += sliceBytes)
      await (await read(offset)).pipeTo(writable, { preventClose: true })
    await writable.close()
  }
  // Either the visitor has left, or the next slice cannot be read. In the second case the visitor gets an
  // incomplete body.
  copy().catch((error: unknown) => writable.abort(error).catch(() => undefined))
  return readable
}
