import { expect } from 'vitest'
import type { MergeOrder } from '#contract/engine/merge.ts'
import { fetchFile, type Engine } from './engine.ts'
import { packetHash } from './media.ts'

/**
 * Packet hashes of files that were made from sources without faults. A key consists of the URL origin of the
 * engine (host and port) and the plan of the merge.
 */
const known = new Map<string, Promise<string>>()

/** Asserts that a file has the same packets as a merge of the same plan from sources without faults. */
export async function expectFaultFree(
  file: string,
  engine: Pick<Engine, 'origin' | 'workDir'>,
  faultless: MergeOrder,
): Promise<void> {
  const key = `${engine.origin} ${JSON.stringify(faultless.plan)}`
  const expected = known.get(key) ?? fetchFile(engine, faultless).then(({ file: whole }) => packetHash(whole))
  known.set(key, expected)
  expect(packetHash(file)).toBe(await expected)
}
