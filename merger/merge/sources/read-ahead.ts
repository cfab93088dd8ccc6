import type { Feed } from '../../fetch/feed.ts'

/** The first bytes of a source, at least `count` if it has as many, and a feed that yields them again. */
export async function readAhead(feed: Feed, count: number): Promise<{ start: Buffer; feed: Feed }> {
  const source = feed.bytes()[Symbol.asyncIterator]()
  const chunks: Buffer[] = []
  for (let length = 0; length < count;) {
    const { done, value } = await source.next()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  async function* bytes() {
    try {
      yield* chunks.splice(0)
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
    } finally {
      await source.return?.()
    }
  }
  const { head, size, isExact } = feed
  return { start: Buffer.concat(chunks), feed: { head, size, isExact, bytes } }
}
