import { Failure, type FailureCode } from '#contract/failure.ts'

/** Reads a whole body. Throws a Failure with `code` when the body is longer than `limit` bytes. */
export async function readWhole(
  body: AsyncIterable<Buffer>,
  limit: number,
  code: FailureCode = 'too_big',
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > limit) throw new Failure(code)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Reads a body until at least `enough` bytes have arrived or the body ends. The result may be longer than
 * `enough`, because chunks are not cut.
 */
export async function readStart(body: AsyncIterable<Buffer>, enough: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= enough) break
  }
  return Buffer.concat(chunks)
}
