import { createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Feed } from '../../fetch/feed.ts'

/**
 * If `writer` closes early, this is no error, because ffmpeg may close an input that it no longer needs.
 * `pump` then still reads the rest of the source, to detect a source that is incomplete.
 */
export async function pump(feed: Feed, writer: Writable, waitForRoom?: () => Promise<void>): Promise<void> {
  for await (const chunk of feed.bytes()) {
    if (!writer.destroyed && !writer.write(chunk)) await drained(writer)
    await waitForRoom?.()
  }
  writer.end()
}

export async function save(feed: Feed, path: string): Promise<void> {
  const file = createWriteStream(path, { highWaterMark: 1024 ** 2 })
  const closed = finished(file)
  try {
    await Promise.race([pump(feed, file), closed])
    await closed
  } finally {
    file.destroy()
    await closed.catch(() => undefined)
  }
}

function drained(writer: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      writer.off('drain', done).off('close', done)
      resolve()
    }
    writer.on('drain', done).on('close', done)
  })
}
