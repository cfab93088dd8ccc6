import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inOrder, type Span } from '../../../merger/fetch/lanes.ts'

const spans = (count: number): Span[] =>
  Array.from({ length: count }, (_, index) => ({ start: index, end: index }))

test('byte spans are fetched in parallel up to the given number, and arrive in order', async () => {
  let inFlight = 0
  let most = 0
  const bytes: number[] = []
  const fetchSpan = async ({ start }: Span, push: (chunk: Buffer) => void) => {
    most = Math.max(most, ++inFlight)
    await sleep(start % 2 === 0 ? 20 : 5)
    push(Buffer.from([start]))
    inFlight--
  }
  for await (const chunk of inOrder(spans(12), 3, fetchSpan)) bytes.push(...chunk)
  expect(most).toBe(3)
  expect(bytes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('byte spans in flight are aborted when the reader stops', async () => {
  const aborted: number[] = []
  const fetchSpan = async ({ start }: Span, push: (chunk: Buffer) => void, signal: AbortSignal) => {
    push(Buffer.from([start]))
    if (start === 0) return
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    aborted.push(start)
  }
  for await (const chunk of inOrder(spans(6), 3, fetchSpan)) {
    expect(chunk[0]).toBe(0)
    break
  }
  await expect.poll(() => aborted.length).toBeGreaterThan(0)
})
