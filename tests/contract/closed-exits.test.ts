import { expect, test } from 'vitest'
import { closedUntil, codeOfClosed } from '#contract/closed-exits.ts'

const exit = (until: number | null, is_fault?: boolean) => ({
  since: until === null ? null : 1,
  until,
  ...(is_fault !== undefined && { is_fault }),
})

test.each([
  ['the earliest end', [exit(300), exit(200)], 200],
  ['null if one exit can be used', [exit(300), exit(null)], null],
  ['null if one pause has just ended', [exit(300), exit(100)], null],
  ['null if there is no exit', [], null],
])('closedUntil returns %s', (_, exits, expected) => {
  expect(closedUntil(exits, 100)).toBe(expected)
})

test('blames a broken proxy before the platform', () => {
  expect(codeOfClosed([exit(300), exit(300, true)])).toBe('exit_down')
  expect(codeOfClosed([exit(300), exit(300, false)])).toBe('site_blocks_us')
})
