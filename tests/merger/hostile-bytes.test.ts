import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSealed } from '../sealed.ts'
import { failureFor, startMerger, type Merger } from './rig.ts'

describeSealed('hostile bytes cost only their own link', () => {
  let merger: Merger
  beforeAll(async () => {
    merger = await startMerger()
  })
  afterAll(() => merger.close())

  test.each([
    ['tracks.mp4', 'done'],
    ['climbing.mpd', 'done'],
    ['feeds', 'unsupported'],
  ])('the loop turns while %s is read', async (name, state) => {
    const before = process.threadCpuUsage()
    expect(await failureFor(merger, `http://attack.example/${name}`)).toBe(state)
    const { user } = process.threadCpuUsage(before)
    expect(user / 1e6).toBeLessThan(2)
    expect((await fetch(`${merger.origin}/healthz`)).ok).toBe(true)
  })
})
