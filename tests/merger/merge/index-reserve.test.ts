import { expect, test } from 'vitest'
import { firstFinalByte, guessedDuration, indexReserveFor } from '../../../merger/merge/index-reserve.ts'

const MB = 1024 ** 2

test('firstFinalByte rounds up to a multiple of 8 MiB', () => {
  expect(firstFinalByte(0)).toBe(8 * MB)
  expect(firstFinalByte(8 * MB - 64)).toBe(8 * MB)
  expect(firstFinalByte(8 * MB - 32)).toBe(16 * MB)
})

test('guessedDuration assumes 64 kbit/s, or one hour', () => {
  expect(guessedDuration(8_000_000)).toBe(1_000)
  expect(guessedDuration(null)).toBe(3_600)
})

test('indexReserveFor covers earlier needs up to 256 MiB', () => {
  const facts = { duration: 0, fps: 0, packets: 0, extras: 0 }
  expect(indexReserveFor('mp3', facts)).toBe(65_536)
  expect(indexReserveFor('mp3', facts, 65_537)).toBe(65_537)
  expect(indexReserveFor('mp3', facts, 1)).toBe(65_536)
  expect(indexReserveFor('mp4', { ...facts, duration: 1e9, fps: 60 })).toBe(256 * MB)
})

test('indexReserveFor adds two seconds to the duration', () => {
  const facts = { duration: 10, fps: 25, packets: 50, extras: 1_000 }
  const seconds = 12
  expect(indexReserveFor('mp4', facts)).toBe(65_536 + 1_000 + seconds * (25 * 24 + 50 * 12 + 80))
  expect(indexReserveFor('webm', facts)).toBe(16_384 + seconds * 64)
  expect(indexReserveFor('m4a', facts)).toBe(indexReserveFor('mp4', facts))
  expect(indexReserveFor('mkv', facts)).toBe(indexReserveFor('webm', facts))
  expect(indexReserveFor('mp3', facts)).toBe(65_536 + 1_000)
})
