import type { Feed } from '../../fetch/feed.ts'

export function withoutStart(feed: Feed, count: number): Feed {
  return {
    head: feed.head.subarray(count),
    size: feed.size === null ? null : feed.size - count,
    isExact: feed.isExact,
    async *bytes() {
      let skip = count
      for await (const chunk of feed.bytes()) {
        if (chunk.length > skip) yield chunk.subarray(skip)
        skip = Math.max(0, skip - chunk.length)
      }
    },
  }
}
