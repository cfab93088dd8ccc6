import fs from 'node:fs'
import { build } from '../run/build.ts'
import { setup, setupSealedInternet } from '../lib/setup/setup.ts'
import { faultsOf, figuresOf, summary } from './soak-figures.ts'
import { argumentsOf, main, root, run, step, StepFailed, usageError } from '../lib/step.ts'

// Simulated visitors in the sealed internet. `--without` finds the kind that causes a memory leak; `--json`
// writes the figures for simulate.ts. Memory that still grows fails only a soak of 20 minutes or more.

const USAGE = 'npm run soak -- [MINUTES] [VISITORS] [--attacks] [--without KIND,KIND] [--json FILE]'

await main(async () => {
  const options = {
    attacks: { type: 'boolean' },
    without: { type: 'string', default: '' },
    json: { type: 'string' },
  } as const
  const { positionals, values } = argumentsOf(USAGE, options, { most: 2 })
  const [minutes = '3', visitors = '4'] = positionals
  if (!(Number(minutes) > 0 && Number(visitors) >= 1))
    throw usageError(USAGE, 'Minutes and visitors are numbers.')
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
