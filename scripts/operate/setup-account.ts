import { argumentsOf, main, usageError } from '../lib/step.ts'
import { setUpAccount } from './account.ts'
import { setUpAlerts } from './alerts.ts'
import { configOf, TARGETS } from './config.ts'

/** Of a bucket, for ever. */
const LOCATIONS = ['weur', 'eeur', 'enam', 'wnam', 'apac', 'oc']
const USAGE = `npm run setup-account -- staging|production [${LOCATIONS.join('|')}] [--mail ADDRESS]`

await main(async () => {
  const { positionals, values } = argumentsOf(USAGE, { mail: { type: 'string' } }, { most: 2 })
  const [target = '', location = 'weur'] = positionals
  if (!TARGETS.some((one) => one === target)) throw usageError(USAGE, 'Name the target.')
  if (!LOCATIONS.includes(location)) throw usageError(USAGE, `${location} is no region of a bucket.`)
  await setUpAccount(target, location)
  const { name } = await configOf(target)
  if (values.mail === undefined) console.log('  no alerts were set up: add --mail ADDRESS')
  else await setUpAlerts(name, values.mail)
  console.log('\nCommit the changes of wrangler.toml.')
})
