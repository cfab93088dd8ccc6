import { expect, test } from 'vitest'
import { titleMark } from '#contract/title-mark.ts'

test('is the first 80 characters, trimmed', () => {
  expect(titleMark(' Episode 12\n')).toBe('Episode 12')
  expect(titleMark('x'.repeat(81))).toBe('x'.repeat(80))
})

test('titleMark never returns half of a surrogate pair', () => {
  expect(titleMark(`${'x'.repeat(79)}😀`).isWellFormed()).toBe(true)
})
