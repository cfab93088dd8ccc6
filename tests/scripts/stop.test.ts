import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Tests with real processes: a signal to npm ends the script and everything that the script has started.

const root = new URL('../..', import.meta.url).pathname
const { scripts } = JSON.parse(fs.readFileSync(`${root}package.json`, 'utf8')) as {
  scripts: Record<string, string>
}
let folder = ''

/**
 * A script that starts two child processes. The first child ignores SIGTERM and never ends by itself. This
 * child has its own process group, like the programs that `npm start` starts. The function `run` of
 * scripts/lib/step.ts starts the second child. When the second child has ended, the script starts a third
 * one, which writes the file `next`.
 */
const SCRIPT = `
import fs from 'node:fs'
import { spawn } from 'node:child_process'
import { main, run } from '${root}scripts/lib/step.ts'
import { atEnd, endGroup } from '${root}scripts/lib/stop.ts'
await main(async () => {
  const child = spawn('sh', ['-c', 'trap "" TERM; while :; do sleep 1; done'], { detached: true, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  atEnd(() => endGroup(child, ended))
  atEnd(() => fs.writeFileSync('cleaned', ''))
  const running = run('sh', ['-c', 'echo $$ > ' + import.meta.dirname + '/runs; sleep 600'])
  fs.writeFileSync('pids', process.pid + ' ' + child.pid)
  await running
  await run('sh', ['-c', 'echo > ' + import.meta.dirname + '/next; sleep 600'])
})
`

beforeAll(() => {
  folder = fs.mkdtempSync(`${os.tmpdir()}/stop-`)
  fs.writeFileSync(`${folder}/script.mjs`, SCRIPT)
  // The test script is started with the same command as `npm start`, except for the path.
  const command = scripts['start']
    ?.replace('scripts/run/start.ts', 'script.mjs')
    .replaceAll(/scripts\/|node_modules\//g, `${root}$&`)
  fs.writeFileSync(`${folder}/package.json`, JSON.stringify({ private: true, scripts: { start: command } }))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

/**
 * Starts the script with npm. Returns the process of npm, and the process ids of the script and of the two
 * child processes.
 */
async function start(): Promise<{ npm: ChildProcess; pids: number[] }> {
  for (const name of ['pids', 'runs', 'cleaned', 'next']) fs.rmSync(`${folder}/${name}`, { force: true })
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' })
  const read = (name: string) =>
    fs.existsSync(`${folder}/${name}`) ? fs.readFileSync(`${folder}/${name}`, 'utf8').trim() : ''
  await vi.waitUntil(() => read('pids').includes(' ') && read('runs'), { timeout: 120_000 })
  return { npm, pids: `${read('pids')} ${read('runs')}`.split(' ').map(Number) }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'ends with all its programs after %s',
  async (signal) => {
    const { npm, pids } = await start()
    expect(pids.map(lives)).toEqual([true, true, true])
    const closed = once(npm, 'close')
    npm.kill(signal)
    await closed
    await vi.waitUntil(() => !pids.some(lives), { timeout: 120_000 })
    expect(fs.existsSync(`${folder}/cleaned`)).toBe(true)
    expect(fs.existsSync(`${folder}/next`)).toBe(false)
  },
)
