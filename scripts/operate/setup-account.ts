import { main, StepFailed } from '../lib/step.ts'
import { setUpAccount } from './account.ts'
import { TARGETS } from './config.ts'

const USAGE = 'npm run setup-account -- staging|production [weur|eeur|enam|wnam|apac|oc]'

await main(async () => {
  const [target, location = 'weur', ...rest] = process.argv.slice(2)
  if (!TARGETS.some((one) => one === target) || !target || !/^[a-z]{2,4}$/.test(location) || rest.length > 0)
    throw new StepFailed(`Usage: ${USAGE}`)
  await setUpAccount(target, location)
  console.log('\nCommit the changes of wrangler.toml.')
})
