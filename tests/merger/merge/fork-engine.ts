import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { MergePlan } from '#contract/engine.ts'

const ref = { height: null, codec: null, language: null }

/** The plan of what such an engine has: its picture and its sound in one mp4. */
export const forkedPlan: Omit<MergePlan, 'source_url'> = {
  video: { ...ref, id: 'picture', kind: 'video', container: 'mp4' },
  audio: { ...ref, id: 'sound', kind: 'audio', container: 'm4a' },
  container: 'mp4',
}

/** An engine in a process of its own on a loopback port. `lease` in milliseconds, `backlog` in bytes. */
export async function forkEngine(
  port: number,
  picture: string,
  sound: string,
  { lease, backlog }: { lease?: number; backlog?: number } = {},
) {
  const program = path.join(import.meta.dirname, 'engine-process.ts')
  const child = fork(program, [picture, sound], {
    env: {
      ...process.env,
      PORT: String(port),
      ...(lease !== undefined && { LEASE: String(lease) }),
      ...(backlog !== undefined && { BACKLOG: String(backlog) }),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [workDir] = (await once(child, 'message')) as [string]
  return {
    child,
    workDir,
    origin: `http://127.0.0.1:${port}`,
    /** Sets the clock by which the process tells the time of day so many milliseconds off. */
    async skew(skew: number) {
      child.send({ skew })
      await once(child, 'message')
    },
    /** Sends a signal that ends the process; gives its exit code, or null when the signal ended it. */
    async end(signal: NodeJS.Signals): Promise<number | null> {
      child.kill(signal)
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    },
    /** Kills what still runs, and removes what lies on disk. */
    clear() {
      child.kill('SIGKILL')
      rmSync(workDir, { recursive: true, force: true })
    },
  }
}
export type ForkedEngine = Awaited<ReturnType<typeof forkEngine>>

/** Processes that work in a folder. */
export const workingIn = (folder: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
      } catch {
        return false
      }
    })
