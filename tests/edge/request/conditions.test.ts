import { expect, test } from 'vitest'
import { passesIfMatch, passesIfNoneMatch } from '../../../edge/request/conditions.ts'

test.each([
  [undefined, true],
  ['*', true],
  [' * ', true],
  ['"1"', true],
  ['"0", "1"', true],
  ['"0"', false],
  ['W/"1"', false],
  ['', false],
  ['"1', false],
])('If-Match: %j with the ETag "1" passes: %s', (header, holds) => {
  expect(passesIfMatch(header, '"1"')).toBe(holds)
})

test.each([
  [undefined, true],
  ['*', false],
  [' * ', false],
  ['"1"', false],
  ['W/"1"', false],
  ['"0" , W/"1"', false],
  ['"0"', true],
  ['xW/"1"', true],
  ['', true],
])('If-None-Match: %j with the ETag "1" passes: %s', (header, holds) => {
  expect(passesIfNoneMatch(header, '"1"')).toBe(holds)
})

test('only a W/ at the start of an ETag marks it as weak', () => {
  expect(passesIfNoneMatch('"W/1"', '"W/1"')).toBe(false)
  expect(passesIfNoneMatch('"W/1"', '"1"')).toBe(true)
})
