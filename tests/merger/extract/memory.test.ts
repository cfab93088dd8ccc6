import { expect, test } from 'vitest'
import type { Extraction } from '#contract/engine/extraction.ts'
import { EXTRACTION_MEMORY_MS } from '#contract/limits.ts'
import { Memory } from '../../../merger/extract/memory.ts'

const made = (title: string, expires_at: number | null = null) => ({ title, expires_at }) as Extraction

test('the merger remembers an extraction for EXTRACTION_MEMORY_MS', () => {
  const memory = new Memory()
  memory.remember('a', made('one'), 0)
  expect(memory.recall('a', EXTRACTION_MEMORY_MS - 1)?.title).toBe('one')
  expect(memory.recall('a', EXTRACTION_MEMORY_MS)).toBeUndefined()
})

test('forgets an extraction a minute before its links expire', () => {
  const memory = new Memory()
  memory.remember('a', made('one', 300_000), 0)
  expect(memory.recall('a', 239_000)?.title).toBe('one')
  expect(memory.recall('a', 241_000)).toBeUndefined()
})

test('a newer extraction replaces the older one with the same key', () => {
  const memory = new Memory()
  memory.remember('a', made('old'), 0)
  memory.remember('a', made('new'), 1)
  expect(memory.recall('a', 2)?.title).toBe('new')
})

test('the merger remembers only the newest 300 extractions', () => {
  const memory = new Memory()
  for (let n = 0; n < 1_000; n += 1) memory.remember(`${n}`, made(`${n}`), 0)
  expect(memory.recall('0', 1)).toBeUndefined()
  expect(memory.recall('699', 1)).toBeUndefined()
  expect(memory.recall('700', 1)?.title).toBe('700')
})

test('keeps less of large extractions', () => {
  const memory = new Memory()
  const large = 'x'.repeat(1_000_000)
  for (let n = 0; n < 100; n += 1) memory.remember(`${n}`, made(large), 0)
  const kept = Array.from({ length: 100 }, (_, n) => memory.recall(`${n}`, 1) !== undefined)
  expect(kept.filter(Boolean)).toHaveLength(19)
  expect(kept.at(-1)).toBe(true)
  for (let n = 0; n < 300; n += 1) memory.remember(`small ${n}`, made('small'), 1)
  expect(memory.recall('small 0', 2)?.title).toBe('small')
})

test('deletes expired extractions at each addition (C4)', () => {
  const memory = new Memory()
  memory.remember('a', made('one'), 0)
  memory.remember('b', made('two'), EXTRACTION_MEMORY_MS)
  // At the time 1 (in epoch milliseconds), `a` has not expired yet. So `recall` returns undefined only if `a`
  // was deleted.
  expect(memory.recall('a', 1)).toBeUndefined()
})

test('`forget` deletes expired extractions', () => {
  const memory = new Memory()
  memory.remember('a', made('one'), 0)
  memory.forget(EXTRACTION_MEMORY_MS)
  // At the time 1 (in epoch milliseconds), `a` has not expired yet. So `recall` returns undefined only if `a`
  // was deleted.
  expect(memory.recall('a', 1)).toBeUndefined()
})
