import os from 'node:os'
import { expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { config } from '../../../merger/config.ts'
import { Attempts } from '../../../merger/merge/attempts.ts'
import type { Tools } from '../../../merger/merge/tools.ts'
import { Room, type Amount } from '../../../merger/process/room.ts'

const GIB = 1024 ** 3
/**
 * Returns the Room of a machine with 12 GiB of disk and 6 GiB of memory, all free. The arguments can
 * replace `total` or `free` of the disk and of the memory.
 */
const roomOf = (disk: Partial<Amount> = {}, memory: Partial<Amount> = {}) =>
  new Room(
    '',
    () => ({ total: 12 * GIB, free: 12 * GIB, ...disk }),
    () => ({ total: 6 * GIB, free: 6 * GIB, ...memory }),
  )

test('reserves the same disk space for only one of two merges', () => {
  const room = roomOf()
  room.reserve(4 * GIB)
  const release = room.reserve(4 * GIB)
  expect(() => room.reserve(4 * GIB)).toThrow(expect.objectContaining({ code: 'busy' }))
  release()
  release()
  room.reserve(4 * GIB)
  expect(() => room.reserve(4 * GIB)).toThrow(expect.objectContaining({ code: 'busy' }))
})

test('lowers a reservation, but never raises it', () => {
  const room = roomOf()
  const release = room.reserve(8 * GIB)
  release(4 * GIB)
  release(8 * GIB)
  room.reserve(5 * GIB)
  expect(() => room.reserve(GIB)).toThrow(expect.objectContaining({ code: 'busy' }))
})

test('keeps a fifth of the disk free in a container', () => {
  expect(() => roomOf({ free: 2.5 * GIB }).reserve(GIB / 2)).toThrow(
    expect.objectContaining({ code: 'busy' }),
  )
})

test('keeps only 8 GiB free on a disk of 500 GiB', () => {
  expect(roomOf({ total: 500 * GIB, free: 20 * GIB }).reserve(4 * GIB)).toBeTypeOf('function')
})

test('refuses work above 80 % of the memory of a container', () => {
  const room = roomOf({}, { free: 1.1 * GIB })
  expect(() => room.assertMemory()).toThrow(expect.objectContaining({ code: 'busy' }))
  expect(() => room.reserve(1)).toThrow(expect.objectContaining({ code: 'busy' }))
  expect(() => roomOf({}, { free: 1.3 * GIB }).assertMemory()).not.toThrow()
})

test('measures the real disk and memory by default', () => {
  expect(new Room(os.tmpdir()).reserve(0)).toBeTypeOf('function')
})

test('takes no slot for a merge without disk space', () => {
  const reserve = () => {
    throw new Failure('busy')
  }
  const attempts = new Attempts({ config: config({}), workDir: { room: { reserve } } } as unknown as Tools)
  const order = { v: 1, task: 't', attempt: 1, plan: {} } as unknown as Parameters<Attempts['start']>[0]
  expect(() => attempts.start(order)).toThrow(expect.objectContaining({ code: 'busy' }))
  expect([attempts.slots.busy, attempts.held]).toEqual([0, 0])
})
