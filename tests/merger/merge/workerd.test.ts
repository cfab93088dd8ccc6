import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Format } from '#contract/api.ts'
import { startProduct, type Product } from '../../internet/product.ts'
import { bucketOf } from './lib/bucket.ts'
import { spawnMerger, visitorOf, type SpawnedMerger } from './lib/product.ts'
import { describeSealed } from '../../sealed.ts'

const isPair = ({ key }: Format) => key.startsWith('both:1080:mp4')
const isMp3 = ({ key }: Format) => /mp3/.test(key)

/**
 * These merges use the real Worker. The sources or the mergers have faults. The file that a visitor saves
 * must be complete in spite of the fault.
 */
describeSealed('the edge stores the file of a merge in R2 through workerd', () => {
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
      if (child.exitCode === null && child.signalCode === null) await expect.poll(folders).toEqual([])
  }

  test('gives the same packets despite faults of a source', async () => {
    const { hash } = await visitor.file(await visitor.start('https://cdn.example/moov-at-end.mp4', isMp3))
    const faults = ['drop', 'noranges']
    for (const fault of faults) {
      const link = `https://cdn.example/faulty/${fault}/workerd/moov-at-end.mp4`
      expect((await visitor.file(await visitor.start(link, isMp3))).hash, fault).toBe(hash)
    }
    await leavesNothing(1 + faults.length)
  })

  const slow = 'https://www.youtube.com/watch?v=pacedvideo0'
  /**
   * Starts a merge of a video that the site sends slowly. Returns the id of the task, and the index of its
   * merger in `mergers`.
   */
  const startSlow = async () => {
    const task = await visitor.start(slow, isPair)
    const progress = async () => (await visitor.status(task)).progress
    await expect.poll(progress, { timeout: 30_000, interval: 100 }).toBeGreaterThan(20)
    // The edge chooses the merger. Only the chosen merger has an attempt folder.
    const at = mergers.findIndex(({ folders }) => folders().length > 0)
    expect(at, 'the merger at work').not.toBe(-1)
    return { task, at }
  }
  const respawn = async (at: number) => {
    mergers[at] = await spawnMerger(9610 + at, `${folder}/work-${at}`)
  }

  test('gives the same packets in a second attempt', async () => {
    const before = bucketOf(`${folder}/state`).objects
    const link = 'https://www.youtube.com/watch?v=longvideo00'
    const { hash } = await visitor.file(await visitor.start(link, isPair))
    await leavesNothing(before + 1)
    for (const [index, signal] of (['SIGKILL', 'SIGINT'] as const).entries()) {
      const { task, at } = await startSlow()
      await mergers[at]!.end(signal)
      const { hash: again, messages } = await visitor.file(task)
      expect([...messages], signal).toContain('Trying again')
      expect(again, signal).toBe(hash)
      await respawn(at)
      await leavesNothing(before + 2 + index)
    }
  })

  test('sends new merges to another merger after SIGTERM', async () => {
    const before = bucketOf(`${folder}/state`).objects
    const { task, at } = await startSlow()
    const ended = mergers[at]!.end('SIGTERM')
    const other = await visitor.file(await visitor.start('https://cdn.example/moov-at-end.mp4', isMp3))
    const { messages } = await visitor.file(task)
    expect([...messages, ...other.messages]).not.toContain('Trying again')
    expect(await ended).toBe(0)
    await respawn(at)
    await leavesNothing(before + 2)
  })
})
