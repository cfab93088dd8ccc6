import fs from 'node:fs'
import { describe, expect, test } from 'vitest'

import { earlyPlayers, weigh } from '../../../scripts/run/pages/weights.ts'

// `npm test` builds the pages first. Run `npm run build` before you run this file alone.

const weights = await weigh()

describe('the built pages stay below their limits', () => {
  test('is within its limit', () => {
    for (const { name, bytes, limit } of weights) expect(bytes, name).toBeLessThanOrEqual(limit)
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
