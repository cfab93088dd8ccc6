import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import type { Watched } from '../../../edge/tasks/task.ts'
import { watchedAttempt } from '../../../edge/tasks/watch.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Waits of `watchedAttempt` for a task that gives `answers` in turn, the last one again and again. */
async function waitsFor(...answers: (Watched | 'waiting' | 'queued')[]) {
  vi.useFakeTimers({ toFake: ['Date'] })
  const waits: number[] = []
  vi.spyOn(scheduler, 'wait').mockImplementation(async (ms) => {
    waits.push(ms)
    vi.setSystemTime(Date.now() + ms)
  })
  const watched = async () => (answers.length > 1 ? answers.shift() : answers[0])
  const TASKS = { getByName: () => ({ watched }) } as unknown as Env['TASKS']
  const signal = new AbortController().signal
  return { outcome: await watchedAttempt({ ...env, TASKS }, 'nonce', undefined, signal), waits }
}

const attempt: Watched = { merger: 'local:0', name: 'nonce', attempt: 1, sources: [] }

test('looks soon again for an attempt that is about to begin', async () => {
  const { outcome, waits } = await waitsFor('waiting', attempt)
  expect(outcome).toEqual(attempt)
  expect(waits).toEqual([50])
})

test('looks once a second for a task that waits for a place', async () => {
  const { outcome, waits } = await waitsFor('queued')
  expect(outcome).toBe('waiting')
  expect(waits).toEqual([1_000])
})

test('looks ever less often, for some seconds', async () => {
  const { outcome, waits } = await waitsFor('waiting')
  expect(outcome).toBe('waiting')
  expect(waits.slice(0, 6).map(Math.round)).toEqual([50, 75, 113, 169, 250, 250])
  expect(waits.length).toBeLessThan(30)
  expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(5_000)
})
