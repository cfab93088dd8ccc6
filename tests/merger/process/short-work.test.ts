import os from 'node:os'
import { expect, test } from 'vitest'
import { start } from '../../../merger/process/run.ts'

const { signal } = new AbortController()
const sleeps = ['-c', 'import time; time.sleep(60)']
const turns = ['-c', 'while True: pass']

test('short work that uses too much CPU is too big', async () => {
  const { ended } = start('python3', turns, { signal, cpuSeconds: 1, deadline: 60_000 })
  await expect(ended).rejects.toMatchObject({ code: 'too_big' })
})

test.each([
  ['short', 8, 'busy'],
  ['long', undefined, 'timeout'],
] as const)('%s work that is late ends by whose fault it is', async (_, cpuSeconds, code) => {
  const options = { signal, deadline: 200, ...(cpuSeconds && { cpuSeconds }) }
  await expect(start('python3', sleeps, options).ended).rejects.toMatchObject({ code })
})

test('short work comes before long work', async () => {
  const leaving = new AbortController()
  const options = { signal: leaving.signal, deadline: 60_000 }
  const [short, long] = [
    start('sleep', ['60'], { ...options, cpuSeconds: 8 }),
    start('sleep', ['60'], options),
  ]
  const ranks = [short, long].map(({ pid }) => os.getPriority(pid))
  leaving.abort(new Error('done'))
  await Promise.allSettled([short.ended, long.ended])
  expect(ranks).toEqual([5, 10])
})
