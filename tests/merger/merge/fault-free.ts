import { expect } from 'vitest'
import type { MergeOrder } from '#contract/engine.ts'
import { takeFile, type Engine } from './engine.ts'
import { packetHash } from './media.ts'

const known = new Map<string, Promise<string>>()

/** Says that a file has packet for packet what a run of the same plan gives whose sources are sound. */
export async function expectFaultFree(
  file: string,
  engine: Pick<Engine, 'origin' | 'workDir'>,
  sound: MergeOrder,
): Promise<void> {
  const key = `${engine.origin} ${JSON.stringify(sound.plan)}`
  const whole = known.get(key) ?? takeFile(engine, sound).then((taken) => packetHash(taken.file))
  known.set(key, whole)
  expect(packetHash(file)).toBe(await whole)
}
