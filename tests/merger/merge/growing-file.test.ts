import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { GrowingFile } from '../../../merger/merge/growing-file.ts'
import { hasProgram } from '../../../merger/process/run.ts'

const MB = 1024 ** 2
const folder = mkdtempSync(path.join(tmpdir(), 'held-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.skipIf(!hasProgram('fallocate'))('disk of what is stored is given back, but for the front', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, Buffer.alloc(40 * MB, 7))
  const held = new GrowingFile(file, 8 * MB, AbortSignal.timeout(20_000))
  await held.measure()
  expect(held.bytes).toBe(32 * MB)
  await held.markStored(0)
  await held.markStored(24 * MB)
  await held.markStored(16 * MB)
  expect(held.stored).toBe(24 * MB)
  expect(held.bytes).toBe(16 * MB)
  expect(statSync(file).size).toBe(40 * MB)
  expect(statSync(file).blocks * 512).toBeLessThanOrEqual(25 * MB)
  const kept = async (start: number, end: number) => Buffer.concat(await held.read(start, end).toArray())
  expect((await kept(0, 8 * MB)).every((byte) => byte === 7)).toBe(true)
  expect((await kept(24 * MB, 40 * MB)).every((byte) => byte === 7)).toBe(true)
})

test('a mark beyond what was written counts only so far', async () => {
  const file = path.join(folder, 'small')
  writeFileSync(file, Buffer.alloc(1_000))
  const held = new GrowingFile(file, 8 * MB, AbortSignal.timeout(5_000))
  await held.measure()
  await held.markStored(10 ** 12)
  expect(held.stored).toBe(8 * MB)
  expect(statSync(file).blocks).toBeGreaterThan(0)
})
