import { expect, test } from 'vitest'
import { plainPath } from '../../../web/routing/page.ts'
import { cpuSeconds, MOST_SECONDS } from '../../cpu-seconds.ts'

test.each([
  ['/', '/'],
  ['//', '/'],
  ['/faq', '/faq'],
  ['/faq//', '/faq'],
  ['/blog//x/', '/blog//x'],
])('%s is the path of %s', (path, plain) => {
  expect(plainPath(path)).toBe(plain)
})

test('reads a path of thousands of slashes in linear time', () => {
  const path = `${'/'.repeat(40_000)}x`
  expect(cpuSeconds(() => plainPath(path))).toBeLessThan(MOST_SECONDS / 10)
})
