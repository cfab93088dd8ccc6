import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeId, type MergeOrder } from '#contract/engine/merge.ts'
import { order, post, fetchMerge } from '../lib/engine.ts'
import { forkedPlan, forkEngine, type ForkedEngine } from '../lib/fork-engine.ts'
import { startOrigin, type Origin } from '../lib/origin.ts'

const COUNT = process.env['LONG'] ? 50 : 24
let origin: Origin
let engine: ForkedEngine

beforeAll(async () => {
  origin = await startOrigin(9271)
  engine = await forkEngine(9272, origin.url('plain/video.mp4'), origin.url('plain/audio.m4a'))
})
afterAll(async () => {
  engine.clear()
  await origin.close()
})

/** Returns the resident memory of the merge engine's Node process in megabytes. */
const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${engine.child.pid}/status`, 'utf8'))?.[1]) / 1e3
const children = () =>
  readFileSync(`/proc/${engine.child.pid}/task/${engine.child.pid}/children`, 'utf8').trim()
test.skipIf(!existsSync('/proc/self/status'))('completes many orders, few at a time', async () => {
  let refused = 0
  let most = 0
  const afterEach: number[] = []
  const sizes = new Set<number>()
  const whole = async (mergeOrder: MergeOrder) => {
    for (;;) {
      const answer = await post(engine, mergeOrder)
      if (answer.ok) break
      expect(await answer.json()).toMatchObject({ code: 'busy' })
      refused++
      await sleep(250)
    }
    most = Math.max(most, children().split(' ').length)
    const { bytes, last } = await fetchMerge(engine, mergeOrder)
    expect(last.proof).toMatchObject({ container: 'mp4', video_codec: 'h264', audio_codec: 'aac' })
    sizes.add(bytes.length)
    await fetch(`${engine.origin}/merges/${mergeId(mergeOrder.task, mergeOrder.attempt)}`, {
      method: 'DELETE',
    })
    afterEach.push(memory())
  }
  await Promise.all(Array.from({ length: COUNT }, () => whole(order(forkedPlan))))
  expect(refused).toBeGreaterThan(COUNT - 4)
  // Each merge has a second process, which makes the copy to watch. On a busy machine some merges count as
  // idle, so that others begin beside the four.
  expect(most).toBeLessThanOrEqual(16)
  expect(sizes.size).toBe(1)
  const [first, rest] = [afterEach.slice(0, 10), afterEach.slice(10)]
  expect(Math.max(...rest) - Math.max(...first)).toBeLessThan(80)
  expect(Math.max(...afterEach)).toBeLessThan(400)
  await expect.poll(children).toBe('')
  expect(readdirSync(path.join(engine.workDir, 'merges', String(engine.child.pid)))).toEqual([])
})
