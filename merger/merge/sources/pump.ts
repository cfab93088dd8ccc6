import { createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Feed } from '../../fetch/feed.ts'

/**
 * Gives a source to a reader at the reader's pace; `room` holds it back while too much is not yet stored. A reader that
 * closes early is no fault here (it may need no more than it took), yet the source is read to its end, so that its length is
 * proven. Throws what the source throws.
 */
export async function pump(feed: Feed, reader: Writable, room?: () => Promise<void>): Promise<void> {
  for await (const chunk of feed.bytes()) {
    if (!reader.destroyed && !reader.write(chunk)) await drained(reader)
    await room?.()
  }
  reader.end()
}

/** Saves a source as a file. */
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

function drained(reader: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      reader.off('drain', done).off('close', done)
      resolve()
    }
    reader.on('drain', done).on('close', done)
  })
}
