import fs from 'node:fs'
import { randomBytes } from 'node:crypto'

export type Keys = { current: string; keys: Record<string, string> }

export function rotated(keys: Keys = { current: '', keys: {} }): Keys {
  const numbers = Object.keys(keys.keys).map((id) => Number(/^k(\d+)$/.exec(id)?.[1] ?? 0))
  const id = `k${Math.max(0, ...numbers) + 1}`
  return { current: id, keys: { ...keys.keys, [id]: randomBytes(32).toString('base64url') } }
}

export function onlyCurrent({ current, keys }: Keys): Keys {
  const key = keys[current]
  if (key === undefined) throw new Error(`The file has no key "${current}".`)
  return { current, keys: { [current]: key } }
}

export function writeKeys(file: string, keys: Keys) {
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
