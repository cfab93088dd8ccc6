import fs from 'node:fs'
import os from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { onlyCurrent, rotated, writeKeys } from '../../scripts/operate/grant-keys.ts'
import { keyringOf } from '../../edge/settings.ts'

const ringOf = (keys: object) =>
  keyringOf({ GRANT_KEYS: JSON.stringify(keys) } as Parameters<typeof keyringOf>[0])

test('makes a first key that the edge accepts', () => {
  const first = rotated()
  expect(first.current).toBe('k1')
  expect(ringOf(first).keys.get('k1')).toHaveLength(32)
})

test('keeps older keys when it rotates', () => {
  const first = rotated()
  const second = rotated(first)
  expect(second.current).toBe('k2')
  expect(second.keys['k1']).toBe(first.keys['k1'])
  expect(second.keys['k2']).not.toBe(first.keys['k1'])
  expect([...ringOf(second).keys.keys()]).toEqual(['k1', 'k2'])
})

test('keeps only the current key when it prunes', () => {
  const pruned = onlyCurrent(rotated(rotated()))
  expect(Object.keys(pruned.keys)).toEqual(['k2'])
  expect(rotated(pruned).current).toBe('k3')
})

/** Returns a path for a keys file in a new temporary folder. */
function keysFile(): string {
  const folder = fs.mkdtempSync(`${os.tmpdir()}/keys-`)
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  return `${folder}/keys.json`
}

test('makes the file readable only for its owner', () => {
  const file = keysFile()
  fs.writeFileSync(file, '{}', { mode: 0o644 })
  fs.writeFileSync(`${file}.new`, 'left over', { mode: 0o644 })
  const keys = rotated()
  writeKeys(file, keys)
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(keys)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(fs.existsSync(`${file}.new`)).toBe(false)
})

test('keeps the old keys if writeKeys fails', () => {
  const file = keysFile()
  writeKeys(file, rotated())
  const before = fs.readFileSync(file, 'utf8')
  // `writeKeys` first writes to this temporary path. Because a folder has this path, `writeKeys` fails.
  fs.mkdirSync(`${file}.new`)
  expect(() => writeKeys(file, rotated(JSON.parse(before)))).toThrow()
  expect(fs.readFileSync(file, 'utf8')).toBe(before)
})
