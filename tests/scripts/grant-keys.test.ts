import { expect, test } from 'vitest'
import { onlyCurrent, rotated } from '../../scripts/lib/grant-keys.mjs'
import { keyringOf } from '../../edge/settings.ts'

const ringOf = (keys: object) =>
  keyringOf({ GRANT_KEYS: JSON.stringify(keys) } as Parameters<typeof keyringOf>[0])

test('the edge accepts the first key that npm run keys creates', () => {
  const first = rotated()
  expect(first.current).toBe('k1')
  expect(ringOf(first).keys.get('k1')).toHaveLength(32)
})

test('rotating the keys keeps the older keys, so that open links stay valid', () => {
  const first = rotated()
  const second = rotated(first)
  expect(second.current).toBe('k2')
  expect(second.keys['k1']).toBe(first.keys['k1'])
  expect(second.keys['k2']).not.toBe(first.keys['k1'])
  expect([...ringOf(second).keys.keys()]).toEqual(['k1', 'k2'])
})

test('pruning the keys keeps only the current key, and the next key gets a new id', () => {
  const pruned = onlyCurrent(rotated(rotated()))
  expect(Object.keys(pruned.keys)).toEqual(['k2'])
  expect(rotated(pruned).current).toBe('k3')
})
