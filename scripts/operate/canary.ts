import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from '../run/build.ts'
import { startProduct } from '../lib/product.ts'
import { setup } from '../lib/setup/setup.ts'
import { argumentsOf, main, root, StepFailed, usageError } from '../lib/step.ts'
import { itemsOf } from './canary/items.ts'
import { type Result, check } from './canary/check.ts'
import { faults, lineOf, newFaults, newlyFailingPlatforms } from './canary/report.ts'

const HELP = `npm run canary -- [--against URL] [--file FILE] [--json FILE] [--before FILE] [--merge] [--pause SECONDS]

  --against URL      the product to check, such as https://your-domain.tld; without it, one is started here
  --file FILE        the items to check, docs/canary.json by default
  --json FILE        also writes the results to this file; with --before, only if nothing got worse
  --before FILE      an older file of --json: fails only on what got worse since, and names lost platforms
  --merge            also makes one small file of each item with "merge"
  --pause SECONDS    the pause between two items, 5 by default`

const OPTIONS = {
  against: { type: 'string' },
  file: { type: 'string', default: `${root}/docs/canary.json` },
  json: { type: 'string' },
  before: { type: 'string' },
  merge: { type: 'boolean', default: false },
  pause: { type: 'string', default: '5' },
} as const

await main(async () => {
  const options = optionsOf()
  const items = itemsOf(fs.readFileSync(options.file, 'utf8'))
  if (items.every(({ link }) => link === ''))
    throw new StepFailed(
      `${options.file} has no link. Fill in links of items that you own, or public-domain ones.`,
    )
  const against = options.against === undefined ? await ownProduct() : new URL(options.against).origin
  const results: Result[] = []
  const at = new Date().toISOString()
  for (const item of items) {
    // Stays below the rate limit of one address, and sends few requests to the platforms.
    if (results.some(({ state }) => state !== 'skipped') && item.link !== '')
      await sleep(Number(options.pause) * 1_000)
    const result = await check(item, against, options.merge)
    console.log(lineOf(result))
    results.push(result)
  }
  const before = options.before && JSON.parse(fs.readFileSync(options.before, 'utf8')).items
  const all = faults(results)
  const bad = before ? newFaults(before, all) : all
  const gone = before ? newlyFailingPlatforms(before, results) : []
  const isGood = bad.length === 0 && gone.length === 0
  const report = { at, against, ok: isGood, lost: gone, items: results }
  // The last good result stays, so that the next run compares with it too.
  if (options.json && (isGood || !before))
    fs.writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`)
  if (bad.length < all.length) console.log(`${all.length - bad.length} items are as bad as before.`)
  if (gone.length > 0)
    throw new StepFailed(`Extracted in the earlier run, but not in this run: ${gone.join(', ')}.`)
  if (bad.length > 0)
    throw new StepFailed(`${bad.length} of ${results.length} items differ from what is expected.`)
})

function optionsOf() {
  const { values } = argumentsOf(HELP, OPTIONS)
  if (!(Number(values.pause) >= 0)) throw usageError(HELP, '--pause needs a number of seconds.')
  if (values.against !== undefined && !URL.canParse(values.against))
    throw usageError(HELP, '--against needs a URL.')
  return values
}

async function ownProduct() {
  const { python } = await setup()
  await build()
  return (await startProduct({ python, port: Number(process.env['PORT'] ?? 8788) })).address
}
