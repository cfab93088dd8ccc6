import fs from 'node:fs'
import { build } from './build.mjs'
import { setup, setupTests } from './lib/setup.mjs'
import { figuresOf, summary } from './lib/soak.mjs'
import { main, root, run, step, StepFailed } from './lib/step.mjs'

// `npm run soak -- [MINUTES] [VISITORS] [--json FILE]` runs mixed visitors in the sealed internet, with
// faulty sources and hostile links. Prints errors, times, memory and leftovers. Exits with code 1 when a
// visitor got an unexpected response or something is left over.

await main(async () => {
  const { python } = await setup()
  await setupTests()
  await build()
  const args = process.argv.slice(2)
  const at = args.indexOf('--json')
  const file = at === -1 ? undefined : args.splice(at, 2)[1]
  const [minutes = '3', visitors = '4'] = args
  if (!(Number(minutes) > 0 && Number(visitors) >= 1))
    throw new StepFailed('npm run soak -- MINUTES VISITORS')
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
      ],
      {
        seconds: Number(minutes) * 60 + 300,
        extra: { PYTHON: python },
      },
    ),
  )
  if (code !== 0) throw new StepFailed(`The soak ended with ${code}:\n${output}`)
  const soak = JSON.parse(fs.readFileSync(`${root}/.cache/soak.json`, 'utf8'))
  console.log(summary(soak))
  if (file) fs.writeFileSync(file, `${JSON.stringify(figuresOf(soak), null, 2)}\n`)
  const { objects, uploads, folders, intrusions } = soak.leftovers
  if (soak.outcomes.some((/** @type {{ error?: string }} */ { error }) => error !== undefined))
    throw new StepFailed('Visitors met unexpected answers.')
  if (objects + uploads + folders + intrusions > 0) throw new StepFailed('Something is left over.')
})
