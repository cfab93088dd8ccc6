import fs from 'node:fs'
import os from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { onlyCurrent, rotated, writeKeys } from '../../scripts/lib/grant-keys.mjs'
import { keyringOf } from '../../edge/settings.ts'

const ringOf = (keys: object) =>
  keyringOf({ GRANT_KEYS: JSON.stringify(keys) } as Parameters<typeof keyringOf>[0])

test('the edge accepts the first key that npm run keys creates', () => {
  const first = rotated()
  expect(first.current).toBe('k1')
  expect(ringOf(first).keys.get('k1')).toHaveLength(32)
})

test('rotating the keys keeps the older keys, so that open links stay valid', () => {
  const first = rotated()
  const second = rotated(first)
  expect(second.current).toBe('k2')
  expect(second.keys['k1']).toBe(first.keys['k1'])
  expect(second.keys['k2']).not.toBe(first.keys['k1'])
  expect([...ringOf(second).keys.keys()]).toEqual(['k1', 'k2'])
})

test('pruning the keys keeps only the current key, and the next key gets a new id', () => {
  const pruned = onlyCurrent(rotated(rotated()))
  expect(Object.keys(pruned.keys)).toEqual(['k2'])
  expect(rotated(pruned).current).toBe('k3')
})

/** Returns the path of a keys file in a temporary folder. */
function keysFile(): string {
  const folder = fs.mkdtempSync(`${os.tmpdir()}/keys-`)
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  return `${folder}/keys.json`
}

test('after a write, a keys file that everyone could read before is readable only for its owner', () => {
  const file = keysFile()
  fs.writeFileSync(file, '{}', { mode: 0o644 })
  fs.writeFileSync(`${file}.new`, 'left over', { mode: 0o644 })
  const keys = rotated()
  writeKeys(file, keys)
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(keys)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(fs.existsSync(`${file}.new`)).toBe(false)
})

test('keys that cannot be written leave the old keys intact', () => {
  const file = keysFile()
  writeKeys(file, rotated())
  const before = fs.readFileSync(file, 'utf8')
  // A folder at the path of the new file makes the write fail.
  fs.mkdirSync(`${file}.new`)
  expect(() => writeKeys(file, rotated(JSON.parse(before)))).toThrow()
  expect(fs.readFileSync(file, 'utf8')).toBe(before)
})
