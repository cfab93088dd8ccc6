import fs from 'node:fs'
import { main, root, StepFailed } from './lib/step.mjs'
import { installPackages } from './lib/setup.mjs'

/**
 * `npm run bench -- NAME [ARGUMENT ...]`: measures one thing and prints a table. Each file of scripts/bench
 * is one bench and exports a function that takes the arguments. The folders there hold the files that one
 * bench consists of.
 */
await main(async () => {
  const benches = fs
    .readdirSync(`${root}/scripts/bench`)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => file.replace(/\.mjs$/, ''))
  const [name = '', ...args] = process.argv.slice(2)
  if (!benches.includes(name))
    throw new StepFailed(`Name a bench: npm run bench -- NAME\n\n  ${benches.join('\n  ')}`)
  await installPackages()
  const bench = /** @type {{ default: (args: string[]) => Promise<void> }} */ (
    await import(`./bench/${name}.mjs`)
  )
  await bench.default(args)
})
