import fs from 'node:fs'
import { chromiumPath, setup, setupTests, testBrowserPath } from './lib/setup/setup.mjs'
import { build } from './build.mjs'
import { main, root, run, StepFailed, switchesOf } from './lib/step.mjs'
import { runSuite, skipSuites, summary } from './lib/suites.mjs'

/** All suites in the order in which they start, the slowest first. `e2e` is split into six shards. */
const suites = [
  'merger',
  'edge',
  ...Array.from({ length: 6 }, (_, shard) => `e2e ${shard + 1}/6`),
  'scripts',
  'protocol',
  'contract',
  'web',
]
/**
 * The suites that run inside the sealed internet (the simulated internet in tests/internet). Each run of a
 * suite gets its own sealed internet.
 */
const sealed = suites.filter((name) => /^(merger|e2e)/.test(name))
/**
 * Number of suites that run at the same time. Suites can run in parallel, because they often wait, and
 * because each suite in a sealed internet (a simulated internet) has its own network and shares no port with
 * other suites.
 */
const LANES = 3
const [SECONDS, LONG_SECONDS] = [2_400, 7_200]

/**
 * `npm test`: installs missing programs, builds the pages and runs every suite. `--long` sets the environment
 * variable LONG. With LONG, some tests do more runs, and fewer tests are skipped.
 */
await main(async () => {
  const { long: isLong } = switchesOf('npm test [-- --long]')
  const isCi = !['', '0', 'false'].includes(process.env['CI'] ?? '')
  const { python } = await setup()
  await setupTests()
  await build()
  const extra = {
    CI: '1',
    PYTHON: python,
    CHROMIUM: (await testBrowserPath()) ?? '',
    WINDOWED_CHROMIUM: (await chromiumPath()) ?? '',
    WRANGLER_SEND_METRICS: 'false',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    ...(isLong && { LONG: '1' }),
  }
  fs.mkdirSync(`${root}/.cache`, { recursive: true })
  const enter = ['sh', 'tests/internet/enter.sh']
  const check = await run('sh', [...enter.slice(1), '--check'], { seconds: 20 })
  const isSealed = check.code === 0
  const results = isSealed ? [] : [skipSuites(sealed, check.output, isCi)]
  const waiting = suites.filter((name) => isSealed || !sealed.includes(name))
  // A lane runs one suite after the other. Several lanes run in parallel, and each takes its next suite from
  // the same list of waiting suites, so all lanes end at about the same time.
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      results.push(
        await runSuite(name, {
          prefix: sealed.includes(name) ? enter : [],
          extra,
          seconds: isLong ? LONG_SECONDS : SECONDS,
          // Tests of these suites depend on real processes and real time, and other programs can slow the
          // machine down. Therefore CI runs a failed test of these suites a second time.
          hasSecondTry: isCi && (sealed.includes(name) || name === 'edge'),
        }),
      )
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const totals = { passed: 0, failed: 0, skipped: 0 }
  for (const result of results)
    for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) totals[key] += result[key]
  console.log(`\n${summary(totals)}`)
  if (totals.failed && !isSealed && isCi)
    throw new StepFailed('In CI no suite may be skipped. The reason is above, after "SKIPPED".')
  if (totals.failed) throw new StepFailed('Some tests failed. Their names are above.')
})
