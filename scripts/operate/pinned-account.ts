import fs from 'node:fs'
import { StepFailed } from '../lib/step.ts'

const PIN = /^account_id = "([\da-f]{32})"$/m

const pinIn = (toml: string): string | undefined => PIN.exec(toml)?.[1]

/** From now on, each command refuses another account. */
export function pin(file: string, account: string): void {
  const toml = fs.readFileSync(file, 'utf8')
  if (pinIn(toml) !== undefined) return
  fs.writeFileSync(
    file,
    toml.replace(/^name = .*\n/m, (line) => `${line}account_id = "${account}"\n`),
  )
}

export function assertPinned(toml: string, account: string): void {
  const pinned = pinIn(toml)
  if (pinned === undefined || pinned === account) return
  throw new StepFailed(
    `wrangler.toml belongs to the account ${pinned}, and CLOUDFLARE_ACCOUNT_ID is ${account}. Nothing was changed.`,
  )
}
