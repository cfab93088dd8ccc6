import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bucketOf } from '../../merger/merge/lib/bucket.ts'
import { watchLog } from '../log.ts'
import { startProduct } from '../product.ts'
import { attacker, ATTACKS, crowd, VICTIM } from './attacks.ts'
import { watchHealth } from './health.ts'
import { collectGarbage, heapOfIsolates } from './isolates.ts'
import { pidsOfPrograms, useOfPrograms, type Use } from './processes.ts'
import { visitor, type Outcome } from './visitor.ts'

// scripts/measure/soak.ts (`npm run soak`) runs this program in the sealed internet (the simulated internet).
// The program writes its measurements to a file.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    attacks: { type: 'boolean', default: false },
    without: { type: 'string', default: '' },
  },
})
const [minutes = '3', visitors = '4', file = 'soak.json'] = positionals
const PORT = 9_700
const RETENTION_SECONDS = 20
const BRANDS = ['pocketreel.example', 'clips.example']
const SAMPLE_MS = 5_000
/**
 * Time in milliseconds between the end of the load and the last sample. During this time files expire,
 * Durable Object alarms clean up, and the leases of cancelled merges end.
 */
const CLEAN_UP_MS = 75_000

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'soak-'))
const product = await startProduct({
  state: `${folder}/state`,
  work: `${folder}/work`,
  port: PORT,
  vars: { FILE_RETENTION_SECONDS: String(RETENTION_SECONDS), RATE_FACTOR: '100000' },
  // By default, each exit (a proxy, or the direct connection) has an hourly budget of YouTube extractions.
  // The visitors of the soak need more.
  settings: { EXITS: JSON.stringify({ exits: {}, direct_per_hour: { youtube: 100_000 } }) },
})
// Waits for the end of the yt-dlp self-test. After the self-test, only one yt-dlp process is running, the
// fork server.
while (pidsOfPrograms()['yt-dlp']?.length !== 1) await sleep(200)
const residents = pidsOfPrograms()
const [workerd = 0] = residents['workerd'] ?? []
const since = watchLog()
const outcomes: Outcome[] = []
const samples: { second: number; uses: Record<string, Use>; heaps: Record<string, number> }[] = []
let calls = 0
const began = performance.now()
const seconds = () => (performance.now() - began) / 1_000
const sample = async () => {
  const heaps = await heapOfIsolates(workerd)
  samples.push({ second: Math.round(seconds()), uses: useOfPrograms(), heaps })
}
await sample()
const stop = new AbortController()
const sampling = repeat(sample, SAMPLE_MS, stop.signal)
const health = watchHealth(product.merger, stop.signal)
const attackers = ATTACKS.map(async ([, link], index) =>
  values.attacks ? await attacker(PORT, `198.51.100.${index}`, [link], stop.signal) : [],
)
const slowCrowd = values.attacks ? crowd(PORT, stop.signal) : undefined
const left = values.without.split(',')
let nth = 0
const runs = Array.from({ length: Number(visitors) }, async (_, index) => {
  const me = visitor(PORT, BRANDS[index % BRANDS.length]!, `203.0.113.${index}`)
  const kinds = me.kinds.filter((kind) => !left.includes(kind))
  // The visitors start with different actions, so that several kinds of actions run at the same time from the
  // beginning.
  for (let turn = index * 2; seconds() < Number(minutes) * 60; turn++)
    outcomes.push(await me.run(kinds[turn % kinds.length]!, nth++))
  calls += me.calls()
})
await Promise.all(runs)
const lasted = seconds()
stop.abort()
const leaks = (await Promise.all(attackers)).flat()
await slowCrowd
await sampling
await sample()
await sleep(CLEAN_UP_MS)
await collectGarbage(workerd)
await sample()
const now = pidsOfPrograms()
const log = since()
const result = {
  lasted,
  visitors: Number(visitors),
  attackers: values.attacks ? ATTACKS.length : 0,
  calls,
  outcomes,
  samples,
  health: await health,
  restarts: Object.entries(residents).flatMap(([name, pids]) =>
    pids.filter((pid) => !now[name]?.includes(pid)),
  ).length,
  leaks: [
    ...leaks,
    ...log.requests
      .filter(({ host, headers }) => host === VICTIM && 'cookie' in headers)
      .map(({ url }) => url),
  ],
  leftovers: {
    ...bucketOf(`${folder}/state`),
    folders: attemptFolderCount(`${folder}/work`),
    processes: (now['ffmpeg'] ?? []).length + (now['yt-dlp'] ?? []).length - 1,
    intrusions: log.intrusions.length,
  },
}
await product.stop()
fs.rmSync(folder, { recursive: true, force: true })
fs.writeFileSync(file, JSON.stringify(result))
process.exit()

/** Calls a function again and again until `signal` aborts. */
async function repeat(work: () => Promise<void>, periodMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work()
    await sleep(periodMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Returns the number of folders of merge attempts in the merger's work folder. */
function attemptFolderCount(work: string): number {
  const merges = path.join(work, 'merges')
  if (!fs.existsSync(merges)) return 0
  return fs.readdirSync(merges).flatMap((name) => fs.readdirSync(path.join(merges, name))).length
}
