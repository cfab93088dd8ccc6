import fs from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import type { Format } from '#contract/api.ts'
import { describeSealed } from '../sealed.ts'
import { visitorOf } from '../merger/merge/lib/product.ts'
import { startMachine, type Machine } from './lib/machine.ts'

const PAIR = 'https://www.youtube.com/watch?v=sealedvid00'
const isPair = ({ key }: Format) => key.startsWith('both:1080:mp4')

describeSealed('the disk of a machine', () => {
  let machine: Machine
  const files = () => fs.readdirSync(`${machine.data}/blobs`)
  afterEach(() => machine.remove())

  test('a file that expires while the machine is off is deleted at its start', async () => {
    machine = await startMachine(9_730, { FILE_RETENTION_SECONDS: '20' })
    const visitor = visitorOf(machine.address, machine.data)
    await visitor.file(await visitor.start(PAIR, isPair))
    expect(files()).not.toEqual([])
    await machine.stop('SIGTERM')
    await machine.start()
    await expect.poll(files, { timeout: 60_000 }).toEqual([])
  })

  test('a merge above the limit fails and leaves no bytes behind', async () => {
    machine = await startMachine(9_740, { DISK_GIB: '0.000001' })
    const visitor = visitorOf(machine.address, machine.data)
    const task = await visitor.start(PAIR, isPair)
    await expect(visitor.file(task)).rejects.toThrow('failed: internal')
    expect(files()).toEqual([])
  })
})
