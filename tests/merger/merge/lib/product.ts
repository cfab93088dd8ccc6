import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { Format, MergeStatus, VideoInfo } from '#contract/api.ts'
import { root } from '../../../internet/cache.ts'
import { python } from '../../../python.ts'
import { packetHash } from './media.ts'

/**
 * Starts a real merger in a separate process, so that a test can kill it. If `keys` (MERGER_KEYS) is not
 * empty, the merger refuses calls without a token.
 */
export async function spawnMerger(port: number, work: string, keys = '') {
  const child = spawn(process.execPath, ['merger/server.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      PYTHON: python,
      WORK_DIR: work,
      MERGER_KEYS: keys,
    },
    // The merger ends when this IPC channel is closed. So the merger ends with the test process, even if the
    // test process is killed.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status === (keys === '' ? 200 : 401),
      () => false,
    )
  // Hooks call this function. Vitest allows `vi.waitUntil` in hooks, but not `expect.poll`.
  await vi.waitUntil(isUp, { timeout: 40_000, interval: 200 })
  return {
    child,
    /**
     * Sends a signal and waits until the process has ended. Returns the exit code; null when the signal
     * killed the process.
     */
    async end(signal: NodeJS.Signals): Promise<number | null> {
      child.kill(signal)
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    },
    /** Names of the merger's attempt folders. */
    folders: () => fs.readdirSync(path.join(work, 'merges', String(child.pid))),
  }
}
export type SpawnedMerger = Awaited<ReturnType<typeof spawnMerger>>

/** Returns a client that starts merges and saves their files through the edge. */
export function visitorOf(address: string, folder: string) {
  const ask = async <T>(call: string, init?: RequestInit): Promise<T> => {
    const answer = await fetch(address + call, init)
    expect(answer.status, call).toBe(200)
    return (await answer.json()) as T
  }
  const status = (task: string) => ask<MergeStatus>(`/api/download/status/${task}`)
  return {
    status,
    /** Starts the merge of the first format for which `fits` is true. Returns the task id. */
    async start(link: string, fits: (format: Format) => boolean): Promise<string> {
      const { formats } = await ask<VideoInfo>('/api/download-video', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tweet_url: link }),
      })
      const format = formats.find((one) => one.url.includes('/start-merge') && fits(one))
      if (!format) throw new Error(`none of ${formats.map(({ key }) => key).join()}`)
      return (await ask<{ task_id: string }>(format.url)).task_id
    },
    /**
     * Waits for the file of a task, and asserts that the progress never decreases. Returns the packet hash of
     * the file and all status messages.
     */
    async file(task: string): Promise<{ hash: string; messages: Set<string> }> {
      const messages = new Set<string>()
      let progress = 0
      for (;;) {
        const now = await status(task)
        expect(now.progress).toBeGreaterThanOrEqual(progress)
        progress = now.progress
        messages.add(now.message)
        if (now.status === 'completed') break
        if (now.status === 'failed') throw new Error(`failed: ${now.code} ${now.message}`)
        await sleep(100)
      }
      const answer = await fetch(`${address}/api/download/file/${task}`)
      const file = path.join(folder, task)
      fs.writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
      const hash = packetHash(file)
      fs.rmSync(file)
      return { hash, messages }
    },
  }
}
