import os from 'node:os'
import { expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { config } from '../../../merger/config.ts'
import { Attempts } from '../../../merger/merge/attempts.ts'
import type { Tools } from '../../../merger/merge/tools.ts'
import { Room, type Amount } from '../../../merger/process/room.ts'

const GIB = 1024 ** 3
/** Returns a Room with the resources of a container: 6 GiB of memory and 12 GB of disk. */
const roomOf = (disk: Partial<Amount> = {}, memory: Partial<Amount> = {}) =>
  new Room(
    '',
    () => ({ total: 12 * GIB, free: 12 * GIB, ...disk }),
    () => ({ total: 6 * GIB, free: 6 * GIB, ...memory }),
  )

test('two merges that start at the same time cannot reserve the same disk space, and a fifth of the disk stays free', () => {
  const room = roomOf()
  room.reserve(4 * GIB)
  const release = room.reserve(4 * GIB)
  expect(() => room.reserve(4 * GIB)).toThrow(expect.objectContaining({ code: 'busy' }))
  release()
  release()
  room.reserve(4 * GIB)
  expect(() => room.reserve(4 * GIB)).toThrow(expect.objectContaining({ code: 'busy' }))
})

test('a reservation is refused when the disk would be more than 80 % full', () => {
  expect(() => roomOf({ free: 2.5 * GIB }).reserve(GIB / 2)).toThrow(
    expect.objectContaining({ code: 'busy' }),
  )
})

test('a large disk accepts merges even when it is nearly full', () => {
  expect(roomOf({ total: 500 * GIB, free: 20 * GIB }).reserve(4 * GIB)).toBeTypeOf('function')
})

test('new work is refused when more than 80 % of a container’s memory is in use', () => {
  const room = roomOf({}, { free: 1.1 * GIB })
  expect(() => room.assertMemory()).toThrow(expect.objectContaining({ code: 'busy' }))
  expect(() => room.reserve(1)).toThrow(expect.objectContaining({ code: 'busy' }))
  expect(() => roomOf({}, { free: 1.3 * GIB }).assertMemory()).not.toThrow()
})

test('disk and memory of this machine can be measured', () => {
  expect(new Room(os.tmpdir()).reserve(0)).toBeTypeOf('function')
})

test('an order is refused with busy and takes no slot when the disk has no space for it', () => {
  const reserve = () => {
    throw new Failure('busy')
  }
  const attempts = new Attempts({ config: config({}), workDir: { room: { reserve } } } as unknown as Tools)
  const order = { v: 1, task: 't', attempt: 1, plan: {} } as unknown as Parameters<Attempts['start']>[0]
  expect(() => attempts.start(order)).toThrow(expect.objectContaining({ code: 'busy' }))
  expect([attempts.slots.busy, attempts.held]).toEqual([0, 0])
})
