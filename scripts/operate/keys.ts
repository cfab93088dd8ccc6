import fs from 'node:fs'
import { type Keys, onlyCurrent, rotated, writeKeys } from './grant-keys.ts'
import { main, StepFailed } from '../lib/step.ts'

const HELP = `npm run keys -- new FILE      makes the first key of GRANT_KEYS
npm run keys -- rotate FILE   adds a key and makes it the current one
npm run keys -- prune FILE    removes all keys but the current one`

await main(async () => {
  const [command, file] = process.argv.slice(2)
  if (!file || !['new', 'rotate', 'prune'].includes(command ?? '')) throw new StepFailed(HELP)
  const exists = fs.existsSync(file)
  if (exists === (command === 'new'))
    throw new StepFailed(exists ? `${file} exists already. Use "rotate".` : `There is no file ${file}.`)
  const before: Keys | undefined = exists ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
  const after = before && command === 'prune' ? onlyCurrent(before) : rotated(before)
  writeKeys(file, after)
  console.log(`✓ ${file} has ${Object.keys(after.keys).join(', ')}; the current key is ${after.current}.`)
})
