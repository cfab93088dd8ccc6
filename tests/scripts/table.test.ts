import { expect, test, vi } from 'vitest'
import { table } from '../../scripts/lib/table.ts'

test('prints each row at once', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const print = table({ name: 6 })
  print({ name: 'a', value: 1 })
  expect(log.mock.calls.flat()).toEqual(['  name  value', '     a      1'])
  print({ name: 'longer', value: 22 })
  expect(log.mock.calls.flat()).toHaveLength(3)
  log.mockRestore()
})
