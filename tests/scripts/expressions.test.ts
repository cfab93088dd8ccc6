import { expect, test } from 'vitest'
import { expressions, nameOf } from '../../scripts/lib/expressions/sources.ts'
import { weightOf } from '../../scripts/lib/expressions/weigh.ts'

test.each([
  ['a word', /^\w+$/, 'linear'],
  ['spaces at both ends of an amount', /^\s*(\d+(?:\.\d+)?)\s*(h|ms)?\s*$/, 'more'],
  ['a mark behind anything', /.*\\p(\d)/, 'more'],
  ['nested repeats', /^(?:a+)+$/, 'more'],
  ['a look ahead', /\.(?=\d*[a-z])[a-z\d]{1,8}$/, 'linear'],
] as const)('weighs %s', async (_, { source, flags }, weight) => {
  expect(await weightOf({ source, flags, place: '' })).toBe(weight)
})

test('finds the expressions of scripts, pages and Python', async () => {
  const places = new Set(
    (await expressions()).map(({ place }) => place.replace(/^(\w+)\/.*(\.\w+)$/, '$1 $2')),
  )
  expect([...places].toSorted()).toEqual(
    expect.arrayContaining([
      'contract .ts',
      'edge .ts',
      'media .ts',
      'merger .py',
      'merger .ts',
      'web .ts',
      'web .tsx',
    ]),
  )
})

test('names an expression as it is written', () => {
  expect(nameOf({ source: 'a+', flags: 'gi' })).toBe('/a+/gi')
})
