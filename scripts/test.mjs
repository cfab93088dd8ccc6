import fs from 'node:fs'
import { chromiumPath, setup, setupTests } from './lib/setup.mjs'
import { build } from './build.mjs'
import { main, root, run, step, StepFailed } from './lib/step.mjs'

/** All suites, the longest first, one of them in parts. */
const suites = [
  'merger',
  'e2e 3/4',
  'e2e 4/4',
  'e2e 1/4',
  'edge',
  'e2e 2/4',
  'scripts',
  'protocol',
  'contract',
  'web',
]
/** Those that run inside the sealed internet (tests/internet), each in one of its own. */
const sealed = suites.filter((name) => /^(merger|e2e)/.test(name))
/** How many suites run at once: much of each is waiting, and a sealed internet shares no port with what is outside or another one. */
const AT_ONCE = 2

/** `npm test`: sets up, builds, runs every suite; `--long` runs the long forms too. */
await main(async () => {
  const { python } = await setup()
  await setupTests()
  await build()
  const extra = {
    CI: '1',
    PYTHON: python,
    CHROMIUM: (await chromiumPath()) ?? '',
    WRANGLER_SEND_METRICS: 'false',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    ...(process.argv.includes('--long') && { LONG: '1' }),
  }
  fs.mkdirSync(`${root}/.cache`, { recursive: true })
  const totals = { passed: 0, failed: 0, skipped: 0 }
  const enter = ['sh', 'tests/internet/enter.sh']
  const wall = await run(enter[0], [...enter.slice(1), '--check'], { seconds: 20 })
  const isSealed = wall.code === 0
  if (!isSealed) skip(sealed, wall.output, totals)
  // Whoever is done takes the next: so both end together, however long each suite took.
  const waiting = suites.filter((name) => isSealed || !sealed.includes(name))
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      await suite(name, sealed.includes(name) ? enter : [], extra, totals)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
  if (totals.failed) throw new StepFailed('Some tests failed; their names are above.')
})

/** Runs one suite by name ("e2e 1/4": a part of one), and adds what it counted. */
async function suite(name, before, extra, totals) {
  const [project, part] = name.split(' ')
  const report = `${root}/.cache/${name.replace(/\W/g, '-')}.json`
  fs.rmSync(report, { force: true })
  const command = [
    ...before,
    `${root}/node_modules/.bin/vitest`,
    'run',
    '--project',
    project,
    ...(part ? [`--shard=${part}`] : []),
    // What the programs log is shown with a test that failed.
    '--silent=passed-only',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  await step(`suite ${name}`, async (say) => {
    const { code } = await run(command[0], command.slice(1), {
      extra,
      show: true,
      seconds: extra.LONG ? 7_200 : 1_200,
    })
    const counted = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : undefined
    totals.passed += counted?.numPassedTests ?? 0
    totals.skipped += (counted?.numPendingTests ?? 0) + (counted?.numTodoTests ?? 0)
    // A suite that could not even start, or failed outside a test, counts as one failure.
    totals.failed += counted?.numFailedTests || (code === 0 ? 0 : 1)
    say(
      counted
        ? `${counted.numPassedTests} passed, ${counted.numFailedTests} failed, ${counted.numPendingTests} skipped`
        : 'did not start',
    )
  })
}

/** Suites this system can't run, by name and with the reason; each of their files counts as skipped. */
function skip(names, reason, totals) {
  for (const name of new Set(names.map((one) => one.split(' ')[0]))) {
    const files = fs
      .readdirSync(`${root}/tests/${name}`, { recursive: true })
      .filter((file) => String(file).endsWith('.test.ts'))
    totals.skipped += files.length
    console.log(`skipped: suite ${name} (${files.join(', ')}): ${reason.trim().split('\n').at(-1)}`)
  }
}
