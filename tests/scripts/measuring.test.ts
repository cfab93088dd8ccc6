import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { table, untilStalled } from '../../scripts/lib/measuring.mjs'

test('rejects when the state stays the same', async () => {
  const endless = () => new Promise<never>(() => {})
  await expect(untilStalled(endless, () => 'same', 200)).rejects.toThrow('no progress')
  await expect(untilStalled(endless, () => Promise.reject(new Error('gone')), 200)).rejects.toThrow(
    'no progress',
  )
})

test('goes on while the state changes', async () => {
  let count = 0
  const work = () => sleep(1_000, 'result')
  await expect(untilStalled(work, () => (count += 1), 400)).resolves.toBe('result')
})

test('prints each row at once', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const print = table({ name: 6 })
  print({ name: 'a', value: 1 })
  expect(log.mock.calls.flat()).toEqual(['  name  value', '     a      1'])
  print({ name: 'longer', value: 22 })
  expect(log.mock.calls.flat()).toHaveLength(3)
  log.mockRestore()
})
