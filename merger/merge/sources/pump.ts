import { createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Feed } from '../../fetch/feed.ts'

/** Bytes that `writer` may lag behind a tee, because ffmpeg opens its inputs one after the other. */
const AHEAD = 1024 ** 2

/** A second reader of the same bytes, for which nobody waits. */
export type Tee = { write: (chunk: Uint8Array) => void; end: () => void }

/**
 * If `writer` closes early, this is no error, because ffmpeg may close an input that it no longer needs.
 * `pump` then still reads the rest of the source, to detect a source that is incomplete.
 */
export async function pump(
  feed: Pick<Feed, 'bytes'>,
  writer: Writable,
  waitForRoom?: () => Promise<void>,
  tee?: Tee,
): Promise<void> {
  for await (const chunk of feed.bytes()) {
    tee?.write(chunk)
    const isFull = !writer.destroyed && !writer.write(chunk)
    if (isFull && (!tee || writer.writableLength > AHEAD)) await drained(writer)
    await waitForRoom?.()
  }
  tee?.end()
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
