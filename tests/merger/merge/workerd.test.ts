import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Format } from '#contract/api.ts'
import { startProduct, type Product } from '../../internet/product.ts'
import { bucketOf, spawnMerger, visitorOf, type SpawnedMerger } from './product.ts'
import { describeSealed } from '../../sealed.ts'

const isPair = ({ key }: Format) => key.startsWith('both:1080:mp4')
const isSound = ({ key }: Format) => /mp3/.test(key)

/** The whole way: the sources' faults and the mergers' ends, through the real Worker, to the file that a visitor saves. */
describeSealed('a file that came through workerd', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workerd-'))
  let product: Product | undefined
  let mergers: SpawnedMerger[] = []
  let visitor: ReturnType<typeof visitorOf>

  beforeAll(async () => {
    mergers = await Promise.all([0, 1].map((index) => spawnMerger(9610 + index, `${folder}/work-${index}`)))
    product = await startProduct({
      state: `${folder}/state`,
      work: `${folder}/work`,
      port: 9612,
      vars: { MERGER_ORIGIN: 'http://127.0.0.1:9610 http://127.0.0.1:9611' },
    })
    visitor = visitorOf(product.address, folder)
  })
  afterAll(async () => {
    await product?.stop()
    for (const { child } of mergers) child.kill('SIGKILL')
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const leavesNothing = async (objects: number) => {
    await expect.poll(() => bucketOf(`${folder}/state`), { timeout: 10_000 }).toEqual({ objects, uploads: 0 })
    for (const { child, folders } of mergers)
      if (child.exitCode === null && child.signalCode === null)
        await expect.poll(folders, { timeout: 5_000 }).toEqual([])
  }

  test('row 4: sources that drop or know no ranges give the packets of sound ones', async () => {
    const { hash } = await visitor.file(await visitor.start('https://cdn.example/moov-at-end.mp4', isSound))
    const faults = ['drop', 'noranges']
    for (const fault of faults) {
      const link = `https://cdn.example/faulty/${fault}/workerd/moov-at-end.mp4`
      expect((await visitor.file(await visitor.start(link, isSound))).hash, fault).toBe(hash)
    }
    await leavesNothing(1 + faults.length)
  })

  test('rows 1, 2 and 27: mergers that are killed or ended in the middle cost an attempt, and the file is the same', async () => {
    const before = bucketOf(`${folder}/state`).objects
    const link = 'https://www.youtube.com/watch?v=longvideo00'
    const slow = 'https://www.youtube.com/watch?v=slowvideo00'
    const { hash } = await visitor.file(await visitor.start(link, isPair))
    await leavesNothing(before + 1)
    for (const [index, signal] of (['SIGKILL', 'SIGTERM'] as const).entries()) {
      const task = await visitor.start(slow, isPair)
      const isUnderWay = async () => (await visitor.status(task)).progress
      await expect.poll(isUnderWay, { timeout: 30_000, interval: 100 }).toBeGreaterThan(20)
      // Where a task goes is the edge's choice: a merger that answers late is passed over.
      const at = mergers.findIndex(({ folders }) => folders().length > 0)
      expect(at, 'the merger at work').not.toBe(-1)
      await mergers[at]!.end(signal)
      const { hash: again, messages } = await visitor.file(task)
      expect([...messages], signal).toContain('Trying again')
      expect(again, signal).toBe(hash)
      mergers[at] = await spawnMerger(9610 + at, `${folder}/work-${at}`)
      await leavesNothing(before + 2 + index)
    }
  })
})
