import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sharedRead } from '../../edge/shared-read.ts'

let printed: unknown[]
beforeEach(() => {
  vi.useFakeTimers()
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A source whose answers are given one by one. An Error is a failed read. */
function source(
  answers: (string | Error)[],
  options: Partial<Parameters<typeof sharedRead<string>>[0]> = {},
) {
  let reads = 0
  const read = async () => {
    const answer = answers[reads++]!
    if (answer instanceof Error) throw answer
    return answer
  }
  const value = sharedRead<string, undefined, string>({
    event: 'read_failed',
    keepMs: 100,
    retryMs: 10,
    ...options,
    read,
  })
  return async (after = 0, key = 'host') => {
    vi.setSystemTime(Date.now() + after)
    return await value(undefined, key)
  }
}
const down = new Error('down')

test('keeps a value of each key for its time', async () => {
  const value = source(['one', 'other', 'two'])
  expect([await value(), await value(99), await value(0, 'second'), await value(1)]).toEqual([
    'one',
    'one',
    'other',
    'two',
  ])
})

test('keeps no value past its end', async () => {
  const value = source(['one', 'two'], { endOf: (at) => at + 50 })
  expect([await value(), await value(49), await value(1)]).toEqual(['one', 'one', 'two'])
})

test('uses the last value until the next try', async () => {
  const value = source(['one', down, 'two'])
  expect([await value(), await value(100), await value(9), await value(1)]).toEqual([
    'one',
    'one',
    'one',
    'two',
  ])
  expect(printed).toHaveLength(1)
})

test('throws without a value, and reads again at once', async () => {
  const value = source([down, 'one'])
  await expect(value()).rejects.toBe(down)
  expect(await value()).toBe('one')
})

test('uses the substitute of a failed read', async () => {
  const value = source([down, 'one', down], { substitute: (last) => `${last} again` })
  expect([await value(), await value(10), await value(100)]).toEqual(['undefined again', 'one', 'one again'])
})

test('ends a read that does not answer', async () => {
  const value = sharedRead<string>({
    event: 'read_failed',
    keepMs: 100,
    limitMs: 20,
    read: () => new Promise(() => undefined),
    substitute: () => 'none',
  })
  const answer = value({} as Env)
  await vi.advanceTimersByTimeAsync(20)
  expect(await answer).toBe('none')
})

test('forgets all keys above a thousand', async () => {
  const value = source(Array.from({ length: 1_003 }, (_, read) => String(read)))
  for (let key = 0; key <= 1_000; key++) await value(0, String(key))
  expect(await value(0, '0')).toBe('0')
  expect(await value(0, 'one more')).toBe('1001')
  expect(await value(0, '0')).toBe('1002')
})
