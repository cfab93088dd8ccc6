import { expect, test } from 'vitest'
import { titleMark } from '#contract/title-mark.ts'

test('the mark of a title is its beginning without surrounding white space', () => {
  expect(titleMark(' Episode 12\n')).toBe('Episode 12')
  expect(titleMark('x'.repeat(81))).toBe('x'.repeat(80))
})

test('the mark of a title never contains half of a surrogate pair', () => {
  expect(titleMark(`${'x'.repeat(79)}😀`).isWellFormed()).toBe(true)
})
