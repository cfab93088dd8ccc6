import fs from 'node:fs'
import { randomBytes } from 'node:crypto'

/** @typedef {{ current: string, keys: Record<string, string> }} Keys the secret GRANT_KEYS (edge/settings.ts) */

/**
 * Adds a new key and makes it the current one. Grants that older keys have sealed stay valid.
 * @param {Keys} [keys] undefined for the first key
 * @returns {Keys}
 */
export function rotated(keys = { current: '', keys: {} }) {
  const numbers = Object.keys(keys.keys).map((id) => Number(/^k(\d+)$/.exec(id)?.[1] ?? 0))
  const id = `k${Math.max(0, ...numbers) + 1}`
  return { current: id, keys: { ...keys.keys, [id]: randomBytes(32).toString('base64url') } }
}

/**
 * Removes all keys except the current one.
 * @param {Keys} keys
 * @returns {Keys}
 */
export function onlyCurrent({ current, keys }) {
  const key = keys[current]
  if (key === undefined) throw new Error(`The file has no key "${current}".`)
  return { current, keys: { [current]: key } }
}

/**
 * Writes the keys to a file that only its owner may read. The keys are first written to a new file, which
 * then replaces the old one: a write that fails, for example on a full disk, leaves the old keys intact.
 * @param {string} file
 * @param {Keys} keys
 */
export function writeKeys(file, keys) {
  const fresh = `${file}.new`
  // An interrupted run may have left the temporary file. With the flag `wx`, writing to it would fail.
  fs.rmSync(fresh, { force: true })
  try {
    fs.writeFileSync(fresh, JSON.stringify(keys), { mode: 0o600, flag: 'wx', flush: true })
    fs.renameSync(fresh, file)
  } catch (error) {
    fs.rmSync(fresh, { force: true })
    throw error
  }
}
