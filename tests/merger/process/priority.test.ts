import { readFileSync } from 'node:fs'
import os from 'node:os'
import { expect, test } from 'vitest'
import { start } from '../../../merger/process/run.ts'

test('runs a program below the event loop', async () => {
  const stop = new AbortController()
  const { pid, ended } = start('sleep', ['60'], { signal: stop.signal, deadline: 60_000 })
  expect(os.getPriority(pid)).toBe(10)
  expect(os.getPriority()).toBe(0)
  if (process.platform === 'linux')
    expect(readFileSync(`/proc/${pid}/autogroup`, 'utf8')).toMatch(/nice 10$/m)
  stop.abort(new Error('done'))
  await expect(ended).rejects.toThrow('done')
})
