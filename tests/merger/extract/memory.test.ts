import { expect, test } from 'vitest'
import type { Extraction } from '#contract/engine.ts'
import { EXTRACTION_MEMORY_MS } from '#contract/limits.ts'
import { Memory } from '../../../merger/extract/memory.ts'

const made = (title: string, expires_at: number | null = null) => ({ title, expires_at }) as Extraction

test('a merge soon after the extraction finds it', () => {
  const memory = new Memory()
  memory.remember('a', made('one'), 0)
  expect(memory.recall('a', EXTRACTION_MEMORY_MS - 1)?.title).toBe('one')
  expect(memory.recall('a', EXTRACTION_MEMORY_MS)).toBeUndefined()
})

test('it is forgotten before its media links end', () => {
  const memory = new Memory()
  memory.remember('a', made('one', 300_000), 0)
  expect(memory.recall('a', 239_000)?.title).toBe('one')
  expect(memory.recall('a', 241_000)).toBeUndefined()
})

test('a newer extraction stands in for the older', () => {
  const memory = new Memory()
  memory.remember('a', made('old'), 0)
  memory.remember('a', made('new'), 1)
  expect(memory.recall('a', 2)?.title).toBe('new')
})

test('however many come, the oldest make room', () => {
  const memory = new Memory()
  for (let n = 0; n < 1_000; n += 1) memory.remember(`${n}`, made(`${n}`), 0)
  expect(memory.recall('0', 1)).toBeUndefined()
  expect(memory.recall('699', 1)).toBeUndefined()
  expect(memory.recall('700', 1)?.title).toBe('700')
})

test('what is over is not even kept', () => {
  const memory = new Memory()
  memory.remember('a', made('one'), 0)
  memory.remember('b', made('two'), EXTRACTION_MEMORY_MS)
  // Asked as if no time had passed, it would still be found.
  expect(memory.recall('a', 1)).toBeUndefined()
})
