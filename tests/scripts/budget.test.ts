import fs from 'node:fs'
import { describe, expect, test } from 'vitest'

type Budget = {
  weigh: () => Promise<{ name: string; bytes: number; target: number; ceiling: number }[]>
  earlyPlayers: () => string[]
}

const root = new URL('../..', import.meta.url).pathname
// `npm test` builds the pages first; a single suite may run without.
const isBuilt = fs.existsSync(`${root}/dist/assets.json`)
const { weigh, earlyPlayers } = (await import(`${root}/scripts/lib/budget.mjs`)) as Budget

const weights = isBuilt ? await weigh() : []

describe.skipIf(!isBuilt)('the weight of the built pages', () => {
  test('nothing is above its ceiling', () => {
    for (const { name, bytes, ceiling } of weights) expect(bytes, name).toBeLessThanOrEqual(ceiling)
  })

  test('the home page’s JavaScript keeps its target', () => {
    for (const { name, bytes, target } of weights)
      if (name.startsWith('JavaScript')) expect(bytes, name).toBeLessThanOrEqual(target)
  })

  test('the player of playlists waits for a playlist', () => {
    expect(earlyPlayers()).toEqual([])
  })
})
