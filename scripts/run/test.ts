import fs from 'node:fs'
import { temporaryFolder } from '../lib/stop.ts'
import { chromiumPath, setup, setupTests, testBrowserPath } from '../lib/setup/setup.ts'
import { build } from './build.ts'
import { bundleMachine } from './machine/bundle.ts'
import { main, root, run, step, StepFailed, argumentsOf } from '../lib/step.ts'
import {
  countsOf,
  failedFiles,
  failures,
  runSuite,
  skipSuites,
  slowest,
  summary,
  withSecondTry,
  type Outcome,
} from './suites.ts'

const shards = (suite: string, count: number) =>
  Array.from({ length: count }, (_, shard) => `${suite} ${shard + 1}/${count}`)
const [merger, e2e] = [shards('merger', 2), shards('e2e', 6)]
/** Long ones first. `e2e` computes, `merger` and `edge` mostly wait, so they run beside each other. */
const suites = [
  ...e2e.slice(0, 1),
  ...merger.slice(0, 1),
  'edge',
  ...e2e.slice(1, 3),
  ...merger.slice(1),
  ...e2e.slice(3),
  'machine',
  'scripts',
  'protocol',
  'contract',
  'media',
  'web',
]
const sealed = suites.filter((name) => /^(merger|machine|e2e)/.test(name))
/** They run real processes against the clock of a shared machine, so CI gives them a second try. */
const timed = [...sealed, 'edge', 'scripts']
/** Suites often wait, and each sealed internet has its own network. */
const LANES = 3
/** Only ends a suite that hangs: a busy machine needs more than an hour for the slowest. */
const SECONDS = 7_200

/** `--long` sets LONG: some tests do more runs, and fewer are skipped. */
await main(async () => {
  const { long: isLong } = argumentsOf('npm test [-- --long]', { long: { type: 'boolean' } }).values
  const isCi = !['', '0', 'false'].includes(process.env['CI'] ?? '')
  const { python } = await setup()
  await setupTests()
  await build()
  await step('machine', bundleMachine)
  // A killed workerd or browser leaves its temporary folder behind.
  const temporary = temporaryFolder('md')
  const extra = {
    CI: '1',
    TMPDIR: temporary,
    PYTHON: python,
    CHROMIUM: (await testBrowserPath()) ?? '',
    WINDOWED_CHROMIUM: (await chromiumPath()) ?? '',
    WRANGLER_SEND_METRICS: 'false',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    ...(isLong && { LONG: '1' }),
  }
  fs.mkdirSync(`${root}/.cache`, { recursive: true })
  const enter = ['sh', 'tests/internet/enter.sh']
  const check = await run('sh', [...enter.slice(1), '--check'])
  const isSealed = check.code === 0
  const tried = new Map<string, Outcome>()
  const waiting = suites.filter((name) => isSealed || !sealed.includes(name))
  const optionsOf = (name: string) => ({
    prefix: sealed.includes(name) ? enter : [],
    extra,
    seconds: SECONDS,
  })
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      tried.set(name, await runSuite(name, optionsOf(name)))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const reports = [...tried.values()].map(({ report }) => report)
  for (const line of slowest(reports)) console.log(`SLOW ${line}`)
  // Nothing runs beside the second try: the failed files, or the whole suite if it failed outside its files.
  for (const [name, first] of tried) {
    if (!isCi || !first.code || !timed.includes(name)) continue
    const second = await runSuite(name, { ...optionsOf(name), again: failedFiles(first.report) })
    tried.set(name, withSecondTry(first, second))
    for (const line of failures(first.report)) console.log(`FIRST TRY FAILED ${line}`)
  }
  const results = [...tried.values()].map(countsOf)
  if (!isSealed) results.push(skipSuites(sealed, check.output, isCi))
  const totals = { passed: 0, failed: 0, skipped: 0 }
  for (const result of results)
    for (const key of ['passed', 'failed', 'skipped'] as const) totals[key] += result[key]
  for (const { report } of tried.values()) for (const line of failures(report)) console.log(`FAILED ${line}`)
  console.log(`\n${summary(totals)}`)
  if (totals.failed && !isSealed && isCi)
    throw new StepFailed('In CI no suite may be skipped. The reason is above, after "SKIPPED".')
  if (totals.failed) throw new StepFailed('Some tests failed. Their names are above.')
})
