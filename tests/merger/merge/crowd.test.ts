import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeId, type MergeOrder } from '#contract/engine.ts'
import { order, post, take } from './engine.ts'
import { startOrigin, type Origin } from './origin.ts'

const COUNT = 50
const engine = { origin: 'http://127.0.0.1:9272' }
let origin: Origin
let child: ChildProcess
let workDir: string

beforeAll(async () => {
  origin = await startOrigin(9271)
  const program = path.join(import.meta.dirname, 'engine-process.ts')
  child = fork(program, [origin.url('plain/video.mp4'), origin.url('plain/audio.m4a')], {
    env: { ...process.env, PORT: '9272' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  ;[workDir] = (await once(child, 'message')) as [string]
})
afterAll(async () => {
  child.kill('SIGKILL')
  rmSync(workDir, { recursive: true, force: true })
  await origin.close()
})

/** Megabytes of memory the engine's process has. */
const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1e3
const children = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
const ref = { height: null, codec: null, language: null }
const one = (): MergeOrder =>
  order({
    video: { ...ref, id: 'picture', kind: 'video', container: 'mp4' },
    audio: { ...ref, id: 'sound', kind: 'audio', container: 'm4a' },
    container: 'mp4',
  })

test.skipIf(!existsSync('/proc/self/status'))(
  'fifty merges at once: four run, the rest are told to come again, all of them finish in the same memory',
  async () => {
    let refused = 0
    let most = 0
    const afterEach: number[] = []
    const sizes = new Set<number>()
    const whole = async (it: MergeOrder) => {
      for (;;) {
        const answer = await post(engine, it)
        if (answer.ok) break
        expect(await answer.json()).toMatchObject({ code: 'busy' })
        refused++
        await sleep(250)
      }
      most = Math.max(most, children().split(' ').length)
      const { bytes, last } = await take(engine, it)
      expect(last.proof).toMatchObject({ container: 'mp4', video_codec: 'h264', audio_codec: 'aac' })
      sizes.add(bytes.length)
      await fetch(`${engine.origin}/merges/${mergeId(it.task, it.attempt)}`, { method: 'DELETE' })
      afterEach.push(memory())
    }
    await Promise.all(Array.from({ length: COUNT }, () => whole(one())))
    expect(refused).toBeGreaterThan(COUNT - 4)
    expect(most).toBeLessThanOrEqual(4)
    expect(sizes.size).toBe(1)
    const [first, rest] = [afterEach.slice(0, 10), afterEach.slice(10)]
    expect(Math.max(...rest) - Math.max(...first)).toBeLessThan(80)
    expect(Math.max(...afterEach)).toBeLessThan(400)
    await expect.poll(children, { timeout: 5_000 }).toBe('')
    expect(readdirSync(path.join(workDir, 'merges', String(child.pid)))).toEqual([])
  },
)
