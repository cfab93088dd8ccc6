import fs from 'node:fs'
import { expect, test } from 'vitest'
import { API_PREFIX, paths } from '#contract/paths.ts'

/**
 * The service worker contains API paths as literals. It is built as a classic script in one file, so it
 * cannot import contract/paths.ts.
 */
const EXCEPTIONS = new Set(['web/offline/worker.ts'])

const isSource = (file: string) => /\.(ts|tsx|css|py)$/.test(file)
const sources = ['edge', 'merger', 'web', 'contract'].flatMap((folder) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map((file) => `${folder}/${file}`),
)

test('no other source file contains an API path', () => {
  const literal = new RegExp(`['"\`]${API_PREFIX}`)
  const offenders = sources.filter((file) => literal.test(fs.readFileSync(file, 'utf8')))
  expect(new Set(offenders)).toEqual(new Set(['contract/paths.ts', ...EXCEPTIONS]))
})

test('every path but /s/ and /make has the prefix', () => {
  const { shortLink, make, ...api } = paths
  for (const path of Object.values(api)) expect(path.startsWith(API_PREFIX)).toBe(true)
  expect([shortLink, make]).toEqual(['/s/', '/make'])
})
