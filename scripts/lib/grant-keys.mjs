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
