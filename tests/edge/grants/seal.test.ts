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

test('unseal returns the claims of a sealed text only if it was sealed for the same use', async () => {
  const sealed = await seal(env, 'media', { f: 'key' }, soon())
  expect(await unseal(env, 'media', sealed)).toMatchObject({ state: 'open', claims: { f: 'key' } })
  expect(await unseal(env, 'image', sealed)).toEqual({ state: 'refused' })
  expect(await unseal(env, 'merge', sealed)).toEqual({ state: 'refused' })
})

test('unseal marks an expired sealed text as stale, but still returns its claims', async () => {
  const end = 1_800_000_000_000
  vi.useFakeTimers({ toFake: ['Date'], now: end - 60_000 })
  const sealed = await seal(env, 'media', { f: 'key' }, end + 999)
  vi.setSystemTime(end - 1)
  expect((await unseal(env, 'media', sealed)).state).toBe('open')
  vi.setSystemTime(end)
  expect(await unseal(env, 'media', sealed)).toMatchObject({ state: 'stale', claims: { f: 'key' } })
})

test('for an expired text that was sealed for another use, unseal returns the state “refused”, not “stale”', async () => {
  const sealed = await seal(env, 'merge', { f: 'key' }, Date.now() - 60_000)
  expect(await unseal(env, 'media', sealed)).toEqual({ state: 'refused' })
})

test('seal uses the current key, and unseal accepts every key of the keyring', async () => {
  const old = await seal(withKeys('old', KEYS.keys), 'media', {}, soon())
  expect((await unseal(env, 'media', old)).state).toBe('open')
  const onlyOld = withKeys('old', { old: KEYS.keys.old })
  expect((await unseal(onlyOld, 'media', old)).state).toBe('open')
  expect(await unseal(onlyOld, 'media', await seal(env, 'media', {}, soon()))).toEqual({ state: 'refused' })
})

test('a sealed text is refused if it names the id of a key in the keyring but was sealed with a different key', async () => {
  const other = await seal(withKeys('new', { new: DROPPED }), 'media', {}, soon())
  expect(await unseal(env, 'media', other)).toEqual({ state: 'refused' })
})

test.each(['', '....', 'a.b.c', 'x'.repeat(1_000), 'é.é.é.é.é'])(
  'unseal refuses the unsealed text %j and does not throw',
  async (text) => {
    expect(await unseal(env, 'media', text)).toEqual({ state: 'refused' })
  },
)

test('a sealed text is refused if the unused bits at the end of a base64url section were changed', async () => {
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

test('if Web Crypto cannot import the key, unseal throws an error and does not return the state “refused”', async () => {
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

test('the function `equalInConstantTime` returns true only if two texts are equal', () => {
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

test('keyedHashes returns one hash for each key; the hashes depend on the purpose and on the message', async () => {
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

test('a nonce has 22 characters of base64url, and no nonce occurs twice', () => {
  const all = Array.from({ length: 100 }, () => nonce())
  for (const one of all) expect(one).toMatch(/^[\w-]{22}$/)
  expect(new Set(all).size).toBe(100)
  expect(nonce(6)).toHaveLength(8)
})
