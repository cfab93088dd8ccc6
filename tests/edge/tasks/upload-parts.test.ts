import { expect, test } from 'vitest'
import { PART_BYTES } from '#contract/limits.ts'
import { pullable, watermark } from '../../../edge/tasks/upload-parts.ts'

const numbersOf = (event: Parameters<typeof pullable>[0], stored: number[] = []) =>
  pullable(event, (number) => stored.includes(number)).map(({ number }) => number)
const watermarkOf = (from: number, stored: number[]) => watermark(from, (number) => stored.includes(number))

test('pulls only complete parts during a merge', () => {
  const final = 4 * PART_BYTES
  expect(numbersOf({ from: 0, final })).toEqual([1, 2, 3, 4])
  expect(numbersOf({ from: 0, final: final - 1 })).toEqual([1, 2, 3])
  expect(numbersOf({ from: PART_BYTES, final })).toEqual([2, 3, 4])
  expect(numbersOf({ from: PART_BYTES + 1, final })).toEqual([3, 4])
  expect(numbersOf({ from: 0, final }, [1, 3])).toEqual([2, 4])
})

test('pulls the parts with the index last', () => {
  const size = 3 * PART_BYTES + 10
  const parts = pullable({ from: PART_BYTES, final: size, size }, (number) => number === 2)
  expect(parts).toEqual([
    { number: 3, start: 2 * PART_BYTES, end: 3 * PART_BYTES },
    { number: 4, start: 3 * PART_BYTES, end: size },
    { number: 1, start: 0, end: PART_BYTES },
  ])
})

test('computes the watermark without the space of the index', () => {
  expect(watermarkOf(0, [])).toBe(0)
  expect(watermarkOf(0, [1, 2, 4])).toBe(2 * PART_BYTES)
  expect(watermarkOf(PART_BYTES, [2, 3])).toBe(3 * PART_BYTES)
  expect(watermarkOf(PART_BYTES + 1, [3])).toBe(3 * PART_BYTES)
  expect(watermarkOf(PART_BYTES, [1, 3])).toBe(0)
})
