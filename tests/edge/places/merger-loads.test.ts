import { expect, test } from 'vitest'
import { preferring } from '../../../edge/mergers/order.ts'
import { MergerLoads } from '../../../edge/places/merger-loads.ts'

test('fills the first merger before the next', () => {
  const loads = new MergerLoads()
  loads.resize([
    ['weur:0', 2],
    ['weur:1', 1],
  ])
  const choose = (id: string) => loads.choose(id)
  expect(['a', 'b', 'c', 'd'].map(choose)).toEqual(['weur:0', 'weur:0', 'weur:1', undefined])
  expect(choose('a')).toBe('weur:0')
  loads.leave('b')
  loads.leave('b')
  expect([choose('d'), choose('e')]).toEqual(['weur:0', undefined])
})

test('asks the merger with a free slot first', () => {
  const mergers = ['weur:0', 'weur:1', 'weur:2', 'enam:0']
  expect(preferring('weur:2', mergers)).toEqual(['weur:2', 'weur:0', 'weur:1', 'enam:0'])
  expect(preferring('weur:2', mergers, 1)).toEqual(['weur:0', 'weur:2', 'weur:1', 'enam:0'])
  expect(preferring(undefined, mergers)).toEqual(mergers)
  expect(preferring('weur:9', mergers)).toEqual(mergers)
})

test('keeps the order of mergers elsewhere', () => {
  expect(preferring('local:0', ['local:1', 'local:0'])).toEqual(['local:1', 'local:0'])
})

test('keeps a merger last that is down', () => {
  const mergers = ['weur:1', 'enam:0', 'apac:0', 'weur:0']
  expect(preferring('weur:0', mergers)).toEqual(mergers)
})
