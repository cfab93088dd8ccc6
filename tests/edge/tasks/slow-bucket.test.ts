import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { MergePlan } from '#contract/engine/merge.ts'
import { PART_BYTES } from '#contract/limits.ts'
import { objectsOf } from '../eventually.ts'
import { faultless, type Fault } from './failing-bucket.ts'
import { startOn } from './task-rig.ts'

// Tests the real merge engine, which runs in a process of its own, together with the real Durable Object of a
// task. A simulated fault makes the bucket store parts late, refuse parts, or lose its responses.

const { ENGINES_ORIGIN, LONG } = env as unknown as { ENGINES_ORIGIN: string; LONG?: string }
const engine = async (path: '/start' | '/kill') => {
  const answer = await fetch(ENGINES_ORIGIN + path)
  const { origin, error } = await answer.json<{ origin?: string; error?: string }>()
  if (origin === undefined) throw new Error(error)
  return origin
}

const ref = { height: null, codec: null, language: null }
/**
 * The video and audio that the engine merges. The merged file is about 130 MB long, so it has sixteen parts.
 */
const plan: Partial<MergePlan> = {
  video: { ...ref, id: 'picture', kind: 'video', container: 'mp4' },
  audio: { ...ref, id: 'sound', kind: 'audio', container: 'm4a' },
}
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const start = async (fault: Fault) => startOn(fault, '', {}, await engine('/start'), plan)
const sha256Of = async (nonce: string) => {
  const [object] = await objectsOf(nonce)
  const bytes = await (await env.FILES.get(object!.key))!.arrayBuffer()
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return { size: bytes.byteLength, hash: new Uint8Array(hash).toHex() }
}

test('completes although one part is stored late', async () => {
  const slowPart: Fault = async (call, nth, work) => {
    if (call === 'part' && nth === 1) await wait(4_000)
    return await work()
  }
  const started = await start(slowPart)
  await started.ends('completed')
  expect(await started.task()).toMatchObject({ lastAttemptId: 1 })
  expect((await sha256Of(started.nonce)).size).toBeGreaterThan(12 * PART_BYTES)
})

const rounds = LONG ? 40 : 1

test(
  'keeps the bytes under random delays, failures and a kill',
  { timeout: (rounds + 1) * 180_000 },
  async () => {
    const undisturbed = await start(faultless)
    await undisturbed.ends('completed')
    const whole = await sha256Of(undisturbed.nonce)
    for (let round = 0; round < rounds; round++) {
      const disturb: Fault = async (call, _nth, work) => {
        if (call !== 'part') return await work()
        await wait(Math.random() * 1_500)
        if (Math.random() < 0.1) throw new Error('The bucket is not available (10043)')
        const answer = await work()
        if (Math.random() < 0.1) throw new Error('The answer of the bucket was lost')
        return answer
      }
      const started = await start(disturb)
      await wait(Math.random() * 3_000)
      await engine('/kill')
      await started.ends('completed')
      expect(await sha256Of(started.nonce), `round ${round}`).toEqual(whole)
    }
  },
)
