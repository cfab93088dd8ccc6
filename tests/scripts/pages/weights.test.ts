import fs from 'node:fs'
import { describe, expect, test } from 'vitest'

import { earlyPlayers, weigh } from '../../../scripts/run/pages/weights.ts'

// `npm test` builds the pages first. Run `npm run build` before you run this file alone.

const weights = await weigh()

describe('the built pages stay below their maximum sizes', () => {
  test('no compressed size of the built pages is above its ceiling', () => {
    for (const { name, bytes, ceiling } of weights) expect(bytes, name).toBeLessThanOrEqual(ceiling)
  })

  test('is within its target', () => {
    for (const { name, bytes, target } of weights)
      if (name.startsWith('JavaScript')) expect(bytes, name).toBeLessThanOrEqual(target)
  })

  test('the files of the server-side renderer do not contain hls.js', () => {
    const filesWith = (folder: string) =>
      fs
        .readdirSync(folder)
        .filter((name) => name.endsWith('.js'))
        .filter((name) => fs.readFileSync(`${folder}/${name}`, 'utf8').includes('hlsManifestLoading'))
    expect(filesWith('dist/web/assets').length).toBeGreaterThan(0)
    expect(filesWith('dist/render')).toEqual([])
  })

  test('imports hls.js only when needed', () => {
    expect(earlyPlayers()).toEqual([])
  })
})
