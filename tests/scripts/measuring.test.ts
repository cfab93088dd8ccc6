import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { table, untilStalled } from '../../scripts/lib/measuring.mjs'

test('untilStalled rejects when the observed state has not changed within the time limit', async () => {
  const endless = () => new Promise<never>(() => {})
  await expect(untilStalled(endless, () => 'same', 200)).rejects.toThrow('no progress')
  await expect(untilStalled(endless, () => Promise.reject(new Error('gone')), 200)).rejects.toThrow(
    'no progress',
  )
})

test('untilStalled lets a bench run longer than the time limit while the observed state keeps changing', async () => {
  let count = 0
  const work = () => sleep(1_000, 'result')
  await expect(untilStalled(work, () => (count += 1), 400)).resolves.toBe('result')
})

test('a bench table prints its header before the first row, and prints each row immediately', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const print = table({ name: 6 })
  print({ name: 'a', value: 1 })
  expect(log.mock.calls.flat()).toEqual(['  name  value', '     a      1'])
  print({ name: 'longer', value: 22 })
  expect(log.mock.calls.flat()).toHaveLength(3)
  log.mockRestore()
})
