import fs from 'node:fs'
import { ASSUMPTIONS, monthOf, youtubeSaves } from './cost.ts'
import { scaleOf } from './scale.ts'
import { main, root, StepFailed } from '../lib/step.ts'

// FIGURES.json holds what a soak measured (`npm run soak -- 3 4 --json FIGURES.json`).

const VOLUMES = [10_000, 1_000_000, 100_000_000]

await main(async () => {
  const args = process.argv.slice(2)
  const file = args[0]?.endsWith('.json') ? args.shift() : undefined
  const volumes = args.length > 0 ? args.map(Number) : VOLUMES
  if (!volumes.every((saves) => saves > 0))
    throw new StepFailed('npm run simulate -- [FIGURES.json] [SAVES ...]')
  const figures = JSON.parse(fs.readFileSync(file ?? `${root}/docs/figures/soak.json`, 'utf8'))
  console.log(`measured on ${figures.measured}: ${JSON.stringify(figures)}`)
  console.log(`assumed: ${JSON.stringify(ASSUMPTIONS)}`)
  console.log(
    `one address a region reaches YouTube's hour at ${youtubeSaves().toLocaleString('en')} saves a month`,
  )
  for (const saves of volumes) {
    const { dollars, instances, terms } = monthOf(figures, saves)
    console.log(
      `\n${saves.toLocaleString('en')} saves a month: $${dollars.toFixed(0)}, ${instances} container(s) at the peak`,
    )
    for (const term of terms.filter((one) => one.dollars >= 0.5))
      console.log(`  $${term.dollars.toFixed(0).padStart(8)}  ${term.term}`)
    for (const line of scaleOf(saves, instances)) console.log(`  ${line}`)
  }
})
