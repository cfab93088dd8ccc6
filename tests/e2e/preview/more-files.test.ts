import fs from 'node:fs'
import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { useProduct } from '../lib/harness.ts'
import { decodeErrors, probe } from '../lib/inspect-file.ts'
import { choose, ready, save, submitLink } from '../lib/visit.ts'

const LINK = 'https://www.youtube.com/watch?v=sealedvid00'

describeSealed('more files of one item', () => {
  const harness = useProduct()

  test.each([
    ['Opus', /^OPUS/, /\.opus$/, ['audio']],
    ['FLAC', /^FLAC/, /\.flac$/, ['audio']],
    ['the cover', /^Image JPG/, /\.jpg$/, ['video']],
  ] as const)('saves %s', async (_, name, file, kinds) => {
    const page = await harness.open('/')
    await submitLink(page, LINK)
    const preview = await choose(page, name)
    await ready(preview)
    const saved = await save(preview)
    expect(saved.name).toMatch(file)
    expect((await probe(saved.path, fs.readFileSync(saved.path))).kinds).toEqual(kinds)
    expect(await decodeErrors(saved.path)).toBe('')
  })
})
