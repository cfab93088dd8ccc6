import fs from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const claims = fs.readFileSync(new URL('docs/claims.md', root), 'utf8')
const files = [...claims.matchAll(/`([\w/.-]+\.(?:tsx?|toml|py|md))`/g)].map(([, path]) => path!)

test('each claim of the pages names what keeps it', () => {
  const rows = claims.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Claim'))
  expect(rows.length).toBeGreaterThan(40)
  for (const row of rows) {
    const [, claim, page, keeper] = row.split(' | ').length === 3 ? ['', ...row.split(' | ')] : []
    expect([row, Boolean(claim && page && keeper)]).toEqual([row, true])
  }
})

test('what keeps a claim is still there', () => {
  expect(files.length).toBeGreaterThan(40)
  expect(files.filter((path) => !fs.existsSync(new URL(path, root)))).toEqual([])
})

test('a test that is quoted still says so', () => {
  for (const [, path, words] of claims.matchAll(/`(tests\/[\w/.-]+)` \("([^"]+)"\)/g)) {
    const code = fs.readFileSync(new URL(path!, root), 'utf8').replaceAll('’', "'")
    expect([path, words, code.includes(words!)]).toEqual([path, words, true])
  }
})
