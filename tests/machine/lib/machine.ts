import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import { root } from '../../internet/cache.ts'
import { python } from '../../python.ts'

const WORKERD = `${root}/node_modules/@cloudflare/workerd-linux-${process.arch === 'x64' ? '64' : 'arm64'}/bin/workerd`

export type Machine = Awaited<ReturnType<typeof startMachine>>

/** The program of the image, started without an image. Its folder outlives `kill` and `end`. */
export async function startMachine(port: number, settings: Record<string, string> = {}) {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'machine-'))
  const env = {
    ...process.env,
    DATA: data,
    PORT: String(port),
    MERGER_PORT: String(port + 1),
    HOST: '127.0.0.1',
    PYTHON: python,
    WORKERD,
    SANDBOX: 'report',
    RATE_FACTOR: '50',
    TMPDIR: `${data}/tmp`,
    ...settings,
  }
  const address = `http://127.0.0.1:${port}`
  const output: string[] = []
  let child: ChildProcess
  const start = async () => {
    child = spawn(process.execPath, ['machine/main.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => output.push(String(chunk)))
    await vi.waitUntil(() => output.join('').includes('Ready on port'), { timeout: 120_000, interval: 100 })
    output.length = 0
  }
  const stop = async (signal: NodeJS.Signals) => {
    // The whole group, as the end of a container ends all its processes.
    process.kill(signal === 'SIGKILL' ? -child.pid! : child.pid!, signal)
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await start()
  return {
    address,
    data,
    output: () => output.join(''),
    start,
    stop,
    command: async (...args: string[]) =>
      (await promisify(execFile)(process.execPath, ['machine/main.ts', ...args], { cwd: root, env })).stdout,
    async remove() {
      if (child.exitCode === null && child.signalCode === null) await stop('SIGTERM')
      fs.rmSync(data, { recursive: true, force: true })
    },
  }
}
