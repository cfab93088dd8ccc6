import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { setup, setupSealedInternet } from './lib/setup/setup.mjs'
import { faultsOf, figuresOf, summary } from './lib/soak.mjs'
import { main, root, run, step, StepFailed } from './lib/step.mjs'

// `npm run soak -- [MINUTES] [VISITORS] [--attacks] [--without KIND,KIND] [--json FILE]` is a load test. It
// runs simulated visitors in the sealed internet, a network namespace that no packet leaves. Each visitor
// does many kinds of actions in turn. Some of them use faulty sites and hostile links.
// - `--attacks` adds every attack of tests/internet/soak/attacks.ts, all at the same time.
// - `--without` leaves out kinds of actions, to find the kind that causes a memory leak.
// - `--json` writes the measured figures that the cost model (scripts/simulate.mjs) needs to a file.
//
// The script prints errors, durations, memory use and the number of leftovers. Leftovers are things that
// should not exist at the end:
// - files and unfinished uploads in the bucket
// - folders of merge attempts
// - surplus processes of yt-dlp and ffmpeg
// - connections to private addresses
//
// The script exits with code 1 in each of these cases:
// - A visitor got an unexpected response.
// - The merger did not answer /healthz within a second.
// - A program of the product ended.
// - An attack got data that it must not get.
// - There was at least one leftover.
// - The memory of the merger or of the Worker still grew at the end of a long soak (20 minutes or more).

const USAGE = 'npm run soak -- [MINUTES] [VISITORS] [--attacks] [--without KIND,KIND] [--json FILE]'

await main(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      attacks: { type: 'boolean', default: false },
      without: { type: 'string', default: '' },
      json: { type: 'string' },
    },
  })
  const [minutes = '3', visitors = '4'] = positionals
  if (!(Number(minutes) > 0 && Number(visitors) >= 1)) throw new StepFailed(USAGE)
  const { python } = await setup()
  await setupSealedInternet()
  await build()
  const { code, output } = await step(`soak of ${minutes} minutes with ${visitors} visitors`, async () =>
    run(
      'sh',
      [
        'tests/internet/enter.sh',
        `${root}/node_modules/.bin/node`,
        'tests/internet/soak/soak.ts',
        minutes,
        visitors,
        `${root}/.cache/soak.json`,
        `--without=${values.without}`,
        ...(values.attacks ? ['--attacks'] : []),
      ],
      {
        seconds: Number(minutes) * 60 + 400,
        extra: { PYTHON: python },
      },
    ),
  )
  if (code !== 0) throw new StepFailed(`The soak ended with ${code}:\n${output}`)
  const soak = JSON.parse(fs.readFileSync(`${root}/.cache/soak.json`, 'utf8'))
  console.log(summary(soak))
  if (values.json) fs.writeFileSync(values.json, `${JSON.stringify(figuresOf(soak), null, 2)}\n`)
  const faults = faultsOf(soak)
  if (faults.length > 0) throw new StepFailed(faults.join('\n'))
})
