import fs from 'node:fs'
import { randomBytes } from 'node:crypto'

const newKey = () => randomBytes(32).toString('base64url')

type Keys = { GRANT_KEYS: string; MERGER_KEYS: string }

/** Made at the first start. Whoever reads them can open every link and file of this machine. */
export function keysIn(data: string): Keys {
  const file = `${data}/keys.json`
  if (!fs.existsSync(file)) {
    const grants = { current: 'first', keys: { first: newKey() } }
    const keys: Keys = { GRANT_KEYS: JSON.stringify(grants), MERGER_KEYS: newKey() }
    fs.writeFileSync(`${file}.new`, JSON.stringify(keys, null, 2), { mode: 0o600 })
    fs.renameSync(`${file}.new`, file)
  }
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Keys
}
