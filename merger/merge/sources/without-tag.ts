import { audioStart } from '#media/sound/mp3-frame.ts'

const TAG_HEADER = 10
/** A tag in front of a segment holds its time, and at most a picture. */
const MAX_TAG = 256 * 1024

/** Each segment of packed sound begins with a tag (RFC 8216, section 3.4): noise between two frames. */
export async function* withoutTag(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer = Buffer.alloc(0)
  let skipped: number | null = null
  for await (const chunk of bytes) {
    if (skipped !== null && skipped === 0) {
      yield chunk
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < TAG_HEADER) continue
    const tag = audioStart(start)
    skipped ??= tag > MAX_TAG ? 0 : tag
    if (start.length <= skipped) continue
    yield start.subarray(skipped)
    skipped = 0
  }
  if (skipped === null && start.length > 0) yield start
}
