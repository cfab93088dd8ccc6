import { Failure, type FailureCode } from '#contract/failure.ts'

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

/** The result may be longer than `enough`, because chunks are not cut. */
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
