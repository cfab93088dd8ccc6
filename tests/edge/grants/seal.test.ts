import { afterEach, expect, test, vi } from 'vitest'
import { equalInConstantTime, hashOf, keyedHashes, nonce, seal, unseal } from '../../../edge/grants/seal.ts'
import { DROPPED, KEYS } from '../keys.ts'

/** Returns the settings that `seal` and `unseal` read: all keys, and the id of the current key. */
const withKeys = (current: string, keys: Record<string, string>) =>
  ({ GRANT_KEYS: JSON.stringify({ current, keys }) }) as Env
const env = withKeys(KEYS.current, KEYS.keys)
const soon = () => Date.now() + 60_000

afterEach(() => {
  vi.useRealTimers()
})

test('opens only for the same use', async () => {
  const sealed = await seal(env, 'media', { f: 'key' }, soon())
  expect(await unseal(env, 'media', sealed)).toMatchObject({ state: 'open', claims: { f: 'key' } })
  expect(await unseal(env, 'image', sealed)).toEqual({ state: 'refused' })
  expect(await unseal(env, 'merge', sealed)).toEqual({ state: 'refused' })
})

test('returns the claims of a stale text', async () => {
  const end = 1_800_000_000_000
  vi.useFakeTimers({ toFake: ['Date'], now: end - 60_000 })
  const sealed = await seal(env, 'media', { f: 'key' }, end + 999)
  vi.setSystemTime(end - 1)
  expect((await unseal(env, 'media', sealed)).state).toBe('open')
  vi.setSystemTime(end)
  expect(await unseal(env, 'media', sealed)).toMatchObject({ state: 'stale', claims: { f: 'key' } })
})

test('refuses a stale text of another use', async () => {
  const sealed = await seal(env, 'merge', { f: 'key' }, Date.now() - 60_000)
  expect(await unseal(env, 'media', sealed)).toEqual({ state: 'refused' })
})

test('seals with the current key and opens with every key', async () => {
  const old = await seal(withKeys('old', KEYS.keys), 'media', {}, soon())
  expect((await unseal(env, 'media', old)).state).toBe('open')
  const onlyOld = withKeys('old', { old: KEYS.keys.old })
  expect((await unseal(onlyOld, 'media', old)).state).toBe('open')
  expect(await unseal(onlyOld, 'media', await seal(env, 'media', {}, soon()))).toEqual({ state: 'refused' })
})

test('refuses the id of another key', async () => {
  const other = await seal(withKeys('new', { new: DROPPED }), 'media', {}, soon())
  expect(await unseal(env, 'media', other)).toEqual({ state: 'refused' })
})

test.each(['', '....', 'a.b.c', 'x'.repeat(1_000), 'é.é.é.é.é'])(
  'refuses the unsealed text %j',
  async (text) => {
    expect(await unseal(env, 'media', text)).toEqual({ state: 'refused' })
  },
)

test('refuses altered unused bits of base64url', async () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const sections = (await seal(env, 'media', { f: 'key' }, soon())).split('.')
  let changed = 0
  for (const [at, section] of sections.entries()) {
    // The last character of a base64url section can contain unused bits. A section that is empty, or whose
    // length is a multiple of four characters, has no unused bits, so the test skips it.
    if (section.length % 4 === 0 || section.length === 0) continue
    const last = letters.indexOf(section.at(-1)!)
    const other = section.slice(0, -1) + letters[last ^ 1]!
    const text = sections.with(at, other).join('.')
    expect(await unseal(env, 'media', text), `section ${at}`).toEqual({ state: 'refused' })
    changed++
  }
  expect(changed).toBeGreaterThan(0)
})

test('throws if Web Crypto cannot import the key', async () => {
  const sealed = await seal(env, 'media', {}, soon())
  const failing = vi.spyOn(crypto.subtle, 'decrypt').mockRejectedValue(new Error('no memory'))
  const importing = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('no memory'))
  try {
    await expect(unseal(env, 'media', sealed)).rejects.toThrow('no memory')
  } finally {
    failing.mockRestore()
    importing.mockRestore()
  }
})

test('is true only for equal texts', () => {
  expect(equalInConstantTime('abc', 'abc')).toBe(true)
  expect(equalInConstantTime('', '')).toBe(true)
  for (const [a, b] of [
    ['abc', 'abd'],
    ['abc', 'bbc'],
    ['abc', 'ab'],
    ['ab', 'abc'],
    ['abcabc', 'abc'],
    ['', 'a'],
    ['a', ''],
    ['\u0000', ''],
  ] as const)
    expect(equalInConstantTime(a, b), `${a} and ${b}`).toBe(false)
})

test('hashes once for each key, by purpose and message', async () => {
  const hashes = await keyedHashes(env, 'slug', 'text')
  const [fromOld] = await keyedHashes(withKeys('old', KEYS.keys), 'slug', 'text')
  expect(hashes).toHaveLength(2)
  expect(hashes.map((hash) => hash.length)).toEqual([32, 32])
  expect(hashes[0]).not.toEqual(hashes[1])
  expect(fromOld).toEqual(hashes[1])
  expect(await keyedHashes(env, 'slug', 'text')).toEqual(hashes)
  expect((await keyedHashes(env, 'task id', 'text'))[0]).not.toEqual(hashes[0])
  expect((await keyedHashes(env, 'slug', 'other'))[0]).not.toEqual(hashes[0])
})

test('hashOf returns the SHA-256 of a text in base64url', async () => {
  expect(await hashOf('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
})

test('never repeats a nonce', () => {
  const all = Array.from({ length: 100 }, () => nonce())
  for (const one of all) expect(one).toMatch(/^[\w-]{22}$/)
  expect(new Set(all).size).toBe(100)
  expect(nonce(6)).toHaveLength(8)
})
