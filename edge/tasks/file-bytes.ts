import { Failure } from '#contract/failure.ts'
import type { CountBytes } from '../budget/allowance.ts'

/** So many bytes are counted, and then read from the bucket, at once. */
export const SLICE_BYTES = 64 * 1024 ** 2

/**
 * The bytes of a stored file from `start` on. They are counted and read in slices of 64 MiB, so a download
 * that ends early counts little more than was sent: a player that seeks asks for the rest of the file each
 * time. Native streams move the bytes. Before the first byte it throws `file_gone`, and the failures of
 * `count`; later the body breaks off.
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
  // Either the visitor has left, or the next slice cannot be read: the visitor then sees a cut body.
  copy().catch((error: unknown) => writable.abort(error).catch(() => undefined))
  return readable
}
