import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { MergePlan } from '#contract/engine/merge.ts'

const ref = { height: null, codec: null, language: null }

/** A plan that merges the sources `videoUrl` and `audioUrl` of `forkEngine` into an mp4. */
export const forkedPlan: Omit<MergePlan, 'source_url'> = {
  video: { ...ref, id: 'video', kind: 'video', container: 'mp4' },
  audio: { ...ref, id: 'audio', kind: 'audio', container: 'm4a' },
  container: 'mp4',
}

/**
 * Starts the merge engine in a process of its own (engine-process.ts) on a loopback port.
 * - `lease`: The engine ends an attempt that has had no client for this many milliseconds.
 * - `backlog`: While more than this many bytes of the merged file are not yet stored by the edge, the engine
 *   pauses the download of the video.
 */
export async function forkEngine(
  port: number,
  videoUrl: string,
  audioUrl: string,
  { lease, backlog }: { lease?: number; backlog?: number } = {},
) {
  const program = path.join(import.meta.dirname, 'engine-process.ts')
  const child = fork(program, [videoUrl, audioUrl], {
    env: {
      ...process.env,
      PORT: String(port),
      ...(lease !== undefined && { LEASE: String(lease) }),
      ...(backlog !== undefined && { BACKLOG: String(backlog) }),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The engine on port ${port} ended with ${code} before it was ready.`)
  })
  const [workDir] = (await Promise.race([once(child, 'message'), ended])) as [string]
  ended.catch(() => undefined)
  return {
    child,
    workDir,
    origin: `http://127.0.0.1:${port}`,
    /** Shifts the wall clock (Date.now) of the process by `skew` milliseconds. */
    async skew(skew: number) {
      child.send({ skew })
      await once(child, 'message')
    },
    /**
     * Sends a signal and waits until the process has ended. Returns the exit code; null when the signal
     * killed the process.
     */
    async end(signal: NodeJS.Signals): Promise<number | null> {
      child.kill(signal)
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    },
    /** Kills the process and removes its folder. */
    clear() {
      child.kill('SIGKILL')
      rmSync(workDir, { recursive: true, force: true })
    },
  }
}
export type ForkedEngine = Awaited<ReturnType<typeof forkEngine>>

/** Returns the ids of the processes whose working directory is inside a folder. */
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
