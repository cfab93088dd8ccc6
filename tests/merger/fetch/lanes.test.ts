import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Span } from '#media/spans.ts'
import { inOrder } from '../../../merger/fetch/lanes.ts'

const spans = (count: number): Span[] =>
  Array.from({ length: count }, (_, index) => ({ start: index, end: index }))

test('yields three ranges read at a time in order', async () => {
  let inFlight = 0
  let most = 0
  const bytes: number[] = []
  const read = async function* ({ start }: Span) {
    most = Math.max(most, ++inFlight)
    await sleep(start % 2 === 0 ? 20 : 5)
    yield Buffer.from([start])
    inFlight--
  }
  for await (const chunk of inOrder(spans(12), 3, read)) bytes.push(...chunk)
  expect(most).toBe(3)
  expect(bytes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('aborts running requests for a caller that stops', async () => {
  const aborted: number[] = []
  const read = async function* ({ start }: Span, signal: AbortSignal) {
    yield Buffer.from([start])
    if (start === 0) return
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    aborted.push(start)
  }
  for await (const chunk of inOrder(spans(6), 3, read)) {
    expect(chunk[0]).toBe(0)
    break
  }
  await expect.poll(() => aborted.length).toBeGreaterThan(0)
})

test('reads nothing in advance with `width` 1', async () => {
  let bytes = 0
  const read = async function* () {
    for (;;) yield Buffer.from([bytes++])
  }
  const reader = inOrder(spans(2), 1, read)
  await reader.next()
  await sleep(20)
  expect(bytes).toBe(1)
  await reader.return(undefined)
})

test('yields all bytes before a failed request', async () => {
  const read = async function* ({ start }: Span) {
    if (start === 2) throw new Error('broken')
    yield Buffer.from([start])
  }
  const bytes: number[] = []
  const reading = async () => {
    for await (const chunk of inOrder(spans(6), 3, read)) bytes.push(...chunk)
  }
  await expect(reading()).rejects.toThrow('broken')
  expect(bytes).toEqual([0, 1])
})
