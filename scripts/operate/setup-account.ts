import { main, StepFailed } from '../lib/step.ts'
import { setUpAccount } from './account.ts'
import { TARGETS } from './config.ts'

/** Of a bucket, for ever. */
const LOCATIONS = ['weur', 'eeur', 'enam', 'wnam', 'apac', 'oc']
const USAGE = `npm run setup-account -- staging|production [${LOCATIONS.join('|')}]`

await main(async () => {
  const [target, location = 'weur', ...rest] = process.argv.slice(2)
  if (!TARGETS.some((one) => one === target) || !target || !LOCATIONS.includes(location) || rest.length > 0)
    throw new StepFailed(`Usage: ${USAGE}`)
  await setUpAccount(target, location)
  console.log('\nCommit the changes of wrangler.toml.')
})
