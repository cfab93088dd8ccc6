import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bucketOf } from '../../merger/merge/lib/bucket.ts'
import { startProduct } from '../product.ts'
import { watchLog } from '../log.ts'
import { useOfPrograms, type Use } from './processes.ts'
import { visitor, type Outcome } from './visitor.ts'

// The part of `npm run soak` (scripts/soak.mjs) that runs in the sealed internet. The result is written to a
// file.

const [minutes = '3', visitors = '4', file = 'soak.json'] = process.argv.slice(2)
const PORT = 9_700
const RETENTION_SECONDS = 20
const BRANDS = ['pocketreel.example', 'clips.example']

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'soak-'))
const product = await startProduct({
  state: `${folder}/state`,
  work: `${folder}/work`,
  port: PORT,
  vars: { FILE_RETENTION_SECONDS: String(RETENTION_SECONDS), RATE_FACTOR: '100000' },
})
const since = watchLog()
const outcomes: Outcome[] = []
const samples: { second: number; uses: Record<string, Use> }[] = []
let calls = 0
const began = performance.now()
const seconds = () => (performance.now() - began) / 1_000
const sample = () => samples.push({ second: Math.round(seconds()), uses: useOfPrograms() })
sample()
const sampler = setInterval(sample, 5_000)
let nth = 0
const runs = Array.from({ length: Number(visitors) }, async (_, index) => {
  const me = visitor(PORT, BRANDS[index % BRANDS.length]!)
  // Each visitor starts with a different action, so that all kinds of actions run from the beginning.
  for (let turn = index * 2; seconds() < Number(minutes) * 60; turn++)
    outcomes.push(await me.run(me.kinds[turn % me.kinds.length]!, nth++))
  calls += me.calls()
})
await Promise.all(runs)
const lasted = seconds()
sample()
clearInterval(sampler)
// During this pause, files expire, alarms clean up, and the leases of cancelled merges end.
await sleep((RETENTION_SECONDS + 15) * 1_000)
sample()
const leftovers = {
  ...bucketOf(`${folder}/state`),
  folders: foldersBelow(`${folder}/work`),
  intrusions: since().intrusions.length,
}
await product.stop()
fs.rmSync(folder, { recursive: true, force: true })
fs.writeFileSync(
  file,
  JSON.stringify({ lasted, visitors: Number(visitors), calls, outcomes, samples, leftovers }),
)
process.exit()

/** Returns the number of attempt folders that still exist. */
function foldersBelow(work: string): number {
  const merges = path.join(work, 'merges')
  if (!fs.existsSync(merges)) return 0
  return fs.readdirSync(merges).flatMap((name) => fs.readdirSync(path.join(merges, name))).length
}
