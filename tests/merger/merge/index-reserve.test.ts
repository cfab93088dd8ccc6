import { expect, test } from 'vitest'
import { firstFinalByte, guessedDuration } from '../../../merger/merge/index-reserve.ts'

const MB = 1024 ** 2

test('firstFinalByte returns the start of the first multipart part after the reserved index and 64 bytes of box headers', () => {
  expect(firstFinalByte(0)).toBe(8 * MB)
  expect(firstFinalByte(8 * MB - 64)).toBe(8 * MB)
  expect(firstFinalByte(8 * MB - 32)).toBe(16 * MB)
})

test('guessedDuration returns the duration of a file of this size at 64 kbit/s, or one hour without a size', () => {
  expect(guessedDuration(8_000_000)).toBe(1_000)
  expect(guessedDuration(null)).toBe(3_600)
})
