import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import { root } from '../../internet/cache.ts'
import { hereOf } from './here.ts'
import { containerOf } from './container.ts'

const exec = promisify(execFile)

/** How the program is started, ended and looked at. */
export type Way = {
  start: readonly string[]
  /** As the end of a container, `SIGKILL` ends all processes. */
  end(signal: NodeJS.Signals, child: ChildProcess): Promise<void>
  command(args: readonly string[]): readonly string[]
  /** Processes with their resident KiB. */
  processes(): Promise<{ args: string; kib: number }[]>
  remove(): Promise<void>
}

export type Machine = Awaited<ReturnType<typeof startMachine>>

/**
 * The program of the image: directly, or with MACHINE_IMAGE as a container of this image (`npm run machine --
 * check`). Its folder outlives `stop`.
 */
export async function startMachine(
  port: number,
  settings: Record<string, string> = {},
  { args = [], ready = 'Ready on port' }: { args?: string[]; ready?: string } = {},
) {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'machine-'))
  const env = { PORT: String(port), MERGER_PORT: String(port + 1), RATE_FACTOR: '50', ...settings }
  const image = process.env['MACHINE_IMAGE']
  const way = image ? await containerOf(image, data, env, args) : hereOf(data, env, args)
  const output: string[] = []
  let child: ChildProcess
  const start = async () => {
    const [program = '', ...rest] = way.start
    child = spawn(program, rest, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => output.push(String(chunk)))
    await vi.waitUntil(() => output.join('').includes(ready), { timeout: 120_000, interval: 100 })
    output.length = 0
  }
  const stop = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit')
    await way.end(signal, child)
    await ended
  }
  await start()
  return {
    address: `http://127.0.0.1:${port}`,
    data,
    output: () => output.join(''),
    start,
    stop,
    processes: () => way.processes(),
    async command(words: readonly string[], input = '') {
      const [program = '', ...rest] = way.command(words)
      const running = exec(program, rest, { cwd: root })
      running.child.stdin?.end(input)
      return (await running).stdout
    },
    async remove() {
      if (child.exitCode === null && child.signalCode === null) await stop('SIGTERM')
      await way.remove()
      fs.rmSync(data, { recursive: true, force: true })
    },
  }
}
