import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WorkDir } from '../../../../merger/process/workdir.ts'
import { order, post } from '../lib/engine.ts'
import { forkedPlan, forkEngine, workingIn } from '../lib/fork-engine.ts'
import { startOrigin, type Origin } from '../lib/origin.ts'

let origin: Origin
beforeAll(async () => {
  origin = await startOrigin(9251)
})
afterAll(() => origin.close())

/** Number of kills for each kind of child: 2, or 100 with the environment variable LONG. */
const rounds = process.env['LONG'] ? 100 : 2

test.skipIf(!existsSync('/proc/self/cwd')).for([
  ['hang/big.mp4', 'ffmpeg that waits'],
  ['slow/big.mp4', 'ffmpeg at work'],
] as const)(
  'ends the child of a killed merger (source %s, child: %s)',
  { timeout: rounds * 10_000 },
  async ([source]) => {
    for (let round = 0; round < rounds; round++) await killOnce(source, Math.random() * 400)
  },
)

async function killOnce(source: string, delay: number): Promise<void> {
  const engine = await forkEngine(9252, origin.url(source), origin.url('plain/audio.m4a'))
  const { child, workDir } = engine
  try {
    expect((await post(engine, order(forkedPlan))).status).toBe(200)
    await expect.poll(() => workingIn(workDir).length, { timeout: 10_000, interval: 20 }).toBeGreaterThan(0)
    await sleep(delay)
    await engine.end('SIGKILL')
    await expect.poll(() => workingIn(workDir)).toEqual([])
    // A killed merger leaves the folder of its process in the work folder. The next merger that uses the work
    // folder removes the folders of ended processes.
    expect(readdirSync(path.join(workDir, 'merges'))).toEqual([String(child.pid)])
    const next = new WorkDir(workDir)
    expect(readdirSync(path.join(workDir, 'merges'))).toEqual([String(process.pid)])
    await next.close()
  } finally {
    engine.clear()
  }
}
