import { expect, test } from 'vitest'
import { waitFor } from '#contract/availability.ts'
import {
  EXTRACTION_DEADLINE_MS,
  EXTRACTION_MEMORY_MS,
  LEASE_MS,
  MAX_AVAILABILITY_WAIT_MS,
  MAX_DURATION_SECONDS,
  MAX_FILE_BYTES,
  MAX_GIF_SECONDS,
  MAX_LINK_LENGTH,
  MAX_MEDIA_LINK_LENGTH,
  MAX_PASTE_LENGTH,
  PART_BYTES,
  SHARE_SECONDS,
  STALL_MS,
  TASK_MEMORY_MS,
} from '#contract/limits.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

test('allows four hours, 4 GiB and one minute of GIF', () => {
  expect([MAX_DURATION_SECONDS, MAX_FILE_BYTES, MAX_GIF_SECONDS]).toEqual([14_400, 4_294_967_296, 60])
})

test('keeps short links 30 days and failed tasks one day', () => {
  expect([SHARE_SECONDS * 1_000, TASK_MEMORY_MS]).toEqual([30 * 24 * HOUR_MS, 24 * HOUR_MS])
})

test("fits the largest file into R2's parts", () => {
  expect(PART_BYTES).toBeGreaterThanOrEqual(5 * 1024 ** 2)
  expect(MAX_FILE_BYTES / PART_BYTES).toBeLessThanOrEqual(10_000)
  expect(MAX_FILE_BYTES % PART_BYTES).toBe(0)
})

test('keeps each wait below STALL_MS', () => {
  expect(MAX_AVAILABILITY_WAIT_MS).toBeLessThan(STALL_MS)
  expect(EXTRACTION_DEADLINE_MS).toBeLessThan(STALL_MS)
  expect([STALL_MS, LEASE_MS, EXTRACTION_MEMORY_MS]).toEqual([MINUTE_MS, MINUTE_MS, 10 * MINUTE_MS])
})

test('allows a longer text than a link', () => {
  expect(MAX_PASTE_LENGTH).toBeGreaterThanOrEqual(2 * MAX_LINK_LENGTH)
  expect(MAX_MEDIA_LINK_LENGTH).toBeGreaterThan(MAX_LINK_LENGTH)
})

test('waits at most 45 s for a media link', () => {
  const now = 1_800_000_000_000
  for (const past of [null, undefined, 0, now - 1, now]) expect(waitFor(past, now)).toBe(0)
  expect(waitFor(now + 1, now)).toBe(1)
  expect(waitFor(now + 45_000, now)).toBe(45_000)
  expect(() => waitFor(now + 45_001, now)).toThrow(expect.objectContaining({ code: 'site_limit' }))
})
