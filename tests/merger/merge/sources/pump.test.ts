import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { Feed } from '../../../../merger/fetch/feed.ts'
import { pump, save } from '../../../../merger/merge/sources/pump.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pump-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns a feed that yields the given chunks, and the number of chunks that have been requested from it. */
function feedOf(chunks: string[], error?: Error): Feed & { requested: number } {
  const feed = {
    head: Buffer.alloc(0),
    size: null,
    isExact: false,
    requested: 0,
    async *bytes() {
      for (const chunk of chunks) {
        feed.requested++
        yield Buffer.from(chunk)
      }
      if (error) throw error
    },
  }
  return feed
}

/**
 * Returns a writer whose buffer is full after one byte, the chunks that it has received, and a function that
 * completes the current write.
 */
function slowWriter() {
  const written: string[] = []
  let completeWrite: (() => void) | undefined
  const writer = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _, done) {
      written.push(chunk.toString())
      completeWrite = () => done()
    },
  })
  return { writer, written, completeWrite: () => completeWrite?.() }
}
/** Lets all pending callbacks and promises run. */
const settled = async () => {
  for (let count = 0; count < 10; count++) await setImmediate()
}

test('pump writes all chunks in order and ends the writer', async () => {
  const written: string[] = []
  const writer = new Writable({
    write(chunk: Buffer, _, done) {
      written.push(chunk.toString())
      done()
    },
  })
  await pump(feedOf(['a', 'b', 'c']), writer)
  expect([written, writer.writableEnded]).toEqual([['a', 'b', 'c'], true])
})

test('requests no chunk for a full buffer', async () => {
  const feed = feedOf(['a', 'b', 'c'])
  const { writer, written, completeWrite } = slowWriter()
  const pumping = pump(feed, writer)
  await settled()
  expect([feed.requested, written]).toEqual([1, ['a']])
  completeWrite()
  await settled()
  expect([feed.requested, written]).toEqual([2, ['a', 'b']])
  completeWrite()
  await settled()
  completeWrite()
  await pumping
  expect(written).toEqual(['a', 'b', 'c'])
})

test('leaves no listener after a full buffer', async () => {
  const { writer, completeWrite } = slowWriter()
  const before = writer.listenerCount('drain') + writer.listenerCount('close')
  const pumping = pump(feedOf(['a']), writer)
  await settled()
  expect(writer.listenerCount('drain') + writer.listenerCount('close')).toBe(before + 2)
  completeWrite()
  await pumping
  expect(writer.listenerCount('drain') + writer.listenerCount('close')).toBe(before)
})

test('after each chunk, pump waits until `waitForRoom` resolves', async () => {
  const feed = feedOf(['a', 'b'])
  const rooms: (() => void)[] = []
  const waitForRoom = () => new Promise<void>((resolve) => rooms.push(resolve))
  const pumping = pump(feed, new Writable({ write: (_, __, done) => done() }), waitForRoom)
  await settled()
  expect([feed.requested, rooms.length]).toEqual([1, 1])
  rooms[0]?.()
  await settled()
  expect([feed.requested, rooms.length]).toEqual([2, 2])
  rooms[1]?.()
  await pumping
})

test('reads on without writing after the writer closes', async () => {
  const feed = feedOf(['a', 'b', 'c'])
  const { writer, written } = slowWriter()
  const pumping = pump(feed, writer)
  await settled()
  writer.destroy()
  await pumping
  expect([feed.requested, written]).toEqual([3, ['a']])
})

test('throws an error of the source without ending the writer', async () => {
  const writer = new Writable({ write: (_, __, done) => done() })
  await expect(pump(feedOf(['a'], new Error('broken')), writer)).rejects.toThrow('broken')
  expect(writer.writableEnded).toBe(false)
})

test('`save` returns after the file is complete', async () => {
  const file = path.join(folder, 'saved')
  const chunks = Array.from({ length: 40 }, (_, index) => String(index % 10).repeat(100_000))
  await save(feedOf(chunks), file)
  expect(readFileSync(file, 'utf8')).toBe(chunks.join(''))
})

test('`save` throws errors of the source and of the file', async () => {
  const file = path.join(folder, 'broken')
  await expect(save(feedOf(['a'], new Error('broken')), file)).rejects.toThrow('broken')
  const nowhere = path.join(folder, 'none', 'file')
  await expect(save(feedOf(['a']), nowhere)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('`save` fails at once on a refused write', async () => {
  const silent: Feed = {
    ...feedOf([]),
    async *bytes() {
      yield Buffer.from('a')
      await new Promise(() => undefined)
    },
  }
  // Every write to /dev/full fails with ENOSPC (full(4)).
  await expect(save(silent, '/dev/full')).rejects.toMatchObject({ code: 'ENOSPC' })
})

test('gives a tee its bytes while the writer is busy, up to a MiB', async () => {
  const feed = feedOf(Array.from({ length: 40 }, () => 'x'.repeat(64 * 1024)))
  let resume: (() => void) | null = null
  const writer = new Writable({ write: (_, __, done) => (resume ? done() : void (resume = done)) })
  let given = 0
  const tee = { write: () => void given++, end: () => {} }
  const pumping = pump(feed, writer, undefined, tee)
  for (let count = 0; count < 10; count++) await settled()
  expect(given).toBe(17)
  resume!()
  await pumping
  expect(given).toBe(40)
})
