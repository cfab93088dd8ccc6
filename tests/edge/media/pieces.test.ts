import { expect, test, vi } from 'vitest'
import { Pieces } from '../../../edge/media/pieces.ts'

const KB = 1024

async function sizes(bytes: number, count: number, msBetween: number): Promise<number[]> {
  vi.useFakeTimers({ toFake: ['Date'] })
  const pieces = new Pieces(new Response(new Uint8Array(bytes)).body!)
  const found: number[] = []
  for (let read = 0; read < count; read++) {
    const piece = await pieces.next()
    found.push((piece?.byteLength ?? 0) / KB)
    vi.setSystemTime(Date.now() + msBetween)
  }
  pieces.cancel()
  vi.useRealTimers()
  return found
}

test('pieces grow while they are read and sent quickly', async () => {
  expect(await sizes(4_096 * KB, 10, 1)).toEqual([4, 8, 16, 32, 64, 128, 256, 512, 512, 512])
})

test('pieces shrink for a visitor who takes them slowly', async () => {
  expect(await sizes(4_096 * KB, 6, 1_000)).toEqual([4, 8, 4, 4, 4, 4])
})

test('reads a body to its end', async () => {
  const body = Uint8Array.from({ length: 300 * KB + 7 }, (_, at) => at)
  const pieces = new Pieces(new Response(body).body!)
  const read: Uint8Array[] = []
  for (let piece = await pieces.next(); piece; piece = await pieces.next()) read.push(piece.slice())
  expect(Buffer.concat(read).equals(body)).toBe(true)
})
