import fs from 'node:fs'
import { argumentsOf, main, run, StepFailed, usageError } from '../lib/step.ts'

const USAGE =
  'npm run promote -- --staging https://HOST --production https://HOST [--file items.json] [--before before.json] [--fresh-image]'

const OPTIONS = {
  staging: { type: 'string' },
  production: { type: 'string' },
  file: { type: 'string', default: 'items.json' },
  before: { type: 'string', default: 'before.json' },
  'fresh-image': { type: 'boolean' },
} as const

/** `npm run promote`: production gets the image that staging has passed. Only what got worse stops it. */
await main(async () => {
  const { staging, production, file, before, isFresh } = optionsOf()
  const fresh = isFresh ? ['--fresh-image'] : []
  const known = fs.existsSync(before) ? ['--before', before] : []
  const canary = async (against: string, ...more: string[]) =>
    await call('canary', '--against', against, '--file', file, '--merge', ...more)
  await call('deploy', 'staging', '--origin', staging, ...fresh)
  await canary(staging, ...known)
  await call('deploy', 'production', '--origin', production)
  await canary(production, ...known, '--json', before)
  console.log(`\n✓ ${production} has this commit; ${before} is the canary to compare with next time.`)
})

function optionsOf() {
  const { 'fresh-image': isFresh = false, ...texts } = argumentsOf(USAGE, OPTIONS).values
  const { staging = '', production = '', file, before } = texts
  if (![staging, production].every((one) => URL.canParse(one)) || !fs.existsSync(file))
    throw usageError(USAGE, `Two addresses are needed, and the items of the canary in ${file}.`)
  return { staging, production, file, before, isFresh }
}

async function call(script: string, ...args: string[]) {
  console.log(`\n${script} ${args.join(' ')}`)
  const account = script === 'deploy'
  const options = { show: true, interactive: process.stdin.isTTY, seconds: 3 * 3_600, account }
  const { code } = await run('node', [`scripts/operate/${script}.ts`, ...args], options)
  if (code !== 0) throw new StepFailed(`Stopped: ${script} ended with ${code}. The reason is above.`)
}
