import fs from 'node:fs'
import { chromiumPath, setup, setupTests } from './setup.mjs'
import { build } from './build.mjs'
import { main, root, run, step, StepFailed } from './step.mjs'

/** Suites that need no network of their own. */
const open = ['contract', 'web', 'edge']
/** Those that run inside the sealed internet (tests/internet), the longest as two halves, each in one of its own. */
const sealed = ['merger', 'e2e 1/2', 'e2e 2/2']

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
  const inside = (names) => (isSealed ? suites(names, enter, extra, totals) : undefined)
  // Side by side: much of both is waiting, and a sealed internet shares no port with what is outside or another one.
  const [merger, ...halves] = sealed
  await Promise.all([
    suites(open, [], extra, totals).then(() => inside(halves.slice(1))),
    inside([merger, halves[0]]),
  ])
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
  if (totals.failed) throw new StepFailed('Some tests failed; their names are above.')
})

/** Runs suites by name ("e2e 1/2": a half of one), in a row, and adds what they counted. */
async function suites(names, before, extra, totals) {
  for (const name of names) {
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
