import { fork } from 'node:child_process'
import { existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WorkDir } from '../../../merger/workdir.ts'
import { order, post } from './engine.ts'
import { startOrigin, type Origin } from './origin.ts'

let origin: Origin
beforeAll(async () => {
  origin = await startOrigin(9251)
})
afterAll(() => origin.close())

/** Processes that work in a folder. */
const workingIn = (folder: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
      } catch {
        return false
      }
    })

const plan = (kind: 'picture' | 'sound') => {
  const rest = { height: null, codec: null, language: null }
  return kind === 'sound'
    ? { ...rest, id: kind, kind: 'audio' as const, container: 'm4a' }
    : { ...rest, id: kind, kind: 'video' as const, container: 'mp4' }
}

/** In the long form each way is killed a hundred times, at moments that chance picks. */
const rounds = process.env['LONG'] ? 100 : 2

test.skipIf(!existsSync('/proc/self/cwd')).for([
  ['hang/big.mp4', 'ffmpeg that waits'],
  ['slow/big.mp4', 'ffmpeg at work'],
  ['dead/hls/video.m3u8', 'yt-dlp that waits'],
] as const)(
  'a merger that is killed takes its children with it (%s: %s)',
  { timeout: rounds * 10_000 },
  async ([source]) => {
    for (let round = 0; round < rounds; round++) await killOnce(source, Math.random() * 400)
  },
)

async function killOnce(source: string, delay: number): Promise<void> {
  const program = path.join(import.meta.dirname, 'engine-process.ts')
  const child = fork(program, [origin.url(source), origin.url('plain/audio.m4a')], {
    env: { ...process.env, PORT: '9252' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [workDir] = (await once(child, 'message')) as [string]
  try {
    const it = order({ video: plan('picture'), audio: plan('sound'), container: 'mp4' })
    expect((await post({ origin: 'http://127.0.0.1:9252' }, it)).status).toBe(200)
    await expect.poll(() => workingIn(workDir).length, { timeout: 10_000, interval: 20 }).toBeGreaterThan(0)
    await sleep(delay)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await expect.poll(() => workingIn(workDir), { timeout: 5_000 }).toEqual([])
    // What lies on disk is swept by the next process that starts there.
    expect(readdirSync(path.join(workDir, 'merges'))).toEqual([String(child.pid)])
    const next = new WorkDir(workDir)
    expect(readdirSync(path.join(workDir, 'merges'))).toEqual([String(process.pid)])
    await next.close()
  } finally {
    child.kill('SIGKILL')
    rmSync(workDir, { recursive: true, force: true })
  }
}
