import { expect, test } from 'vitest'
import { titleMark } from '#contract/title-mark.ts'

test('titleMark returns the first 80 characters of a title, without surrounding white space', () => {
  expect(titleMark(' Episode 12\n')).toBe('Episode 12')
  expect(titleMark('x'.repeat(81))).toBe('x'.repeat(80))
})

test('titleMark never returns half of a surrogate pair', () => {
  expect(titleMark(`${'x'.repeat(79)}😀`).isWellFormed()).toBe(true)
})
