import fs from 'node:fs'
import { main, root, StepFailed } from './lib/step.mjs'
import { installPackages } from './lib/setup.mjs'

/** `npm run bench -- NAME`: prints ratios measured in one run; never a timed test. */
await main(async () => {
  const known = fs.existsSync(`${root}/scripts/bench`)
    ? fs
        .readdirSync(`${root}/scripts/bench`)
        .filter((file) => file.endsWith('.mjs'))
        .map((file) => file.replace(/\.mjs$/, ''))
    : []
  const [name, ...rest] = process.argv.slice(2)
  if (!name || !known.includes(name)) throw new StepFailed(`Say which: npm run bench -- ${known.join(' | ')}`)
  await installPackages()
  process.argv.splice(2, Infinity, ...rest)
  await import(`./bench/${name}.mjs`)
})
