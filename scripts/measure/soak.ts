import fs from 'node:fs'
import { sealed, setupSealed } from '../lib/sealed.ts'
import { faultsOf, figuresOf, summary } from './soak-figures.ts'
import { argumentsOf, main, root, runOrFail, step, StepFailed, usageError } from '../lib/step.ts'

// Simulated visitors in the sealed internet. `--without` finds the kind that causes a memory leak; `--json`
// writes the figures for simulate.ts. Memory that still grows fails only a soak of 20 minutes or more.

const USAGE = 'npm run soak -- [MINUTES] [VISITORS] [--attacks] [--without KIND,KIND] [--json FILE]'

const OPTIONS = {
  attacks: { type: 'boolean' },
  without: { type: 'string', default: '' },
  json: { type: 'string' },
} as const

await main(async () => {
  const { positionals, values } = argumentsOf(USAGE, OPTIONS, { most: 2 })
  const [minutes = '3', visitors = '4'] = positionals
  if (!(Number(minutes) > 0 && Number(visitors) >= 1))
    throw usageError(USAGE, 'Minutes and visitors are numbers.')
  const extra = await setupSealed()
  const file = `${root}/.cache/soak.json`
  const options = [`--without=${values.without}`, ...(values.attacks ? ['--attacks'] : [])]
  await step(`soak of ${minutes} minutes with ${visitors} visitors`, async () => {
    const soak = sealed('tests/internet/soak/soak.ts', minutes, visitors, file, ...options)
    await runOrFail(soak, { seconds: Number(minutes) * 60 + 400, extra })
  })
  const soak = JSON.parse(fs.readFileSync(file, 'utf8'))
  console.log(summary(soak))
  if (values.json) fs.writeFileSync(values.json, `${JSON.stringify(figuresOf(soak), null, 2)}\n`)
  const faults = faultsOf(soak)
  if (faults.length > 0) throw new StepFailed(faults.join('\n'))
})
