import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { GrowingFile } from '../../../merger/merge/growing-file.ts'
import { hasProgram } from '../../../merger/process/run.ts'

const MB = 1024 ** 2
const folder = mkdtempSync(path.join(tmpdir(), 'growing-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.skipIf(!hasProgram('fallocate'))('frees stored bytes, but not the index reserve', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, Buffer.alloc(40 * MB, 7))
  const growing = new GrowingFile(file, 8 * MB, AbortSignal.timeout(60_000))
  await growing.measure()
  expect(growing.bytes).toBe(32 * MB)
  await growing.markStored(0)
  await growing.markStored(24 * MB)
  await growing.markStored(16 * MB)
  expect(growing.stored).toBe(24 * MB)
  expect(growing.bytes).toBe(16 * MB)
  expect(statSync(file).size).toBe(40 * MB)
  expect(statSync(file).blocks * 512).toBeLessThanOrEqual(25 * MB)
  const kept = async (start: number, end: number) => Buffer.concat(await growing.read(start, end).toArray())
  expect((await kept(0, 8 * MB)).every((byte) => byte === 7)).toBe(true)
  expect((await kept(24 * MB, 40 * MB)).every((byte) => byte === 7)).toBe(true)
})

test('keeps the index reserve despite excess stored bytes', async () => {
  const file = path.join(folder, 'small')
  writeFileSync(file, Buffer.alloc(1_000))
  const growing = new GrowingFile(file, 8 * MB, AbortSignal.timeout(60_000))
  await growing.measure()
  await growing.markStored(10 ** 12)
  expect(growing.stored).toBe(8 * MB)
  expect(statSync(file).blocks).toBeGreaterThan(0)
})

test.skipIf(!hasProgram('fallocate'))('`GrowingFile.freed` rises before disk space is freed', async () => {
  const file = path.join(folder, 'freeing')
  writeFileSync(file, Buffer.alloc(24 * MB, 7))
  const growing = new GrowingFile(file, 8 * MB, AbortSignal.timeout(60_000))
  await growing.measure()
  const freeing = growing.markStored(16 * MB)
  expect(growing.freed).toBe(16 * MB)
  await freeing
})

test('`measure` returns 0 only for a missing file', async () => {
  writeFileSync(path.join(folder, 'no-folder'), '')
  const of = (name: string) => new GrowingFile(path.join(folder, name), 0, AbortSignal.timeout(60_000))
  expect(await of('not-yet').measure()).toBe(0)
  await expect(of('no-folder/file').measure()).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test.skipIf(!hasProgram('fallocate'))('frees disk space in single steps of 4 MiB or more', async () => {
  const file = path.join(folder, 'steps')
  writeFileSync(file, Buffer.alloc(24 * MB, 7))
  const growing = new GrowingFile(file, 0, AbortSignal.timeout(60_000))
  await growing.measure()
  await growing.markStored(4 * MB - 1)
  expect(growing.freed).toBe(0)
  const first = growing.markStored(4 * MB)
  expect(growing.freed).toBe(4 * MB)
  await growing.markStored(16 * MB)
  expect(growing.freed).toBe(4 * MB)
  await first
  await growing.markStored(16 * MB)
  expect(growing.freed).toBe(16 * MB)
})
