import fs from 'node:fs'
import { randomBytes } from 'node:crypto'
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertFree, freePort } from './ports.ts'
import { env, root, step, StepFailed } from './step.ts'
import { atEnd, endGroup } from './stop.ts'

const START_MS = 180_000
const MAX_CHUNKS = 100
const SHOWN_CHARACTERS = 4_000

interface ProductOptions {
  python: string
  port: number
  vars?: Record<string, string>
  state?: string
  extra?: Record<string, string>
}
interface Program {
  name: string
  child: ChildProcess
  ended: Promise<string>
  recentOutput: () => string
}

export async function startProduct({
  python,
  port,
  vars = {},
  state = `${root}/.wrangler/state`,
  extra = {},
}: ProductOptions): Promise<{
  address: string
  merger: string
  ended: Promise<string>
  stop: () => Promise<void>
}> {
  await assertFree(port)
  const mergerPort = await freePort()
  const programs: Program[] = []
  const start = (name: string, args: string[], environment: Record<string, string>): Program => {
    const program = launch(name, args, { ...environment, ...extra })
    programs.push(program)
    return program
  }
  const stop = async () => {
    unregister()
    // The merger ends at once when its IPC channel is closed. After SIGTERM it would first finish its merges.
    for (const { child } of programs) if (child.connected) child.disconnect()
    await Promise.all(programs.map(({ child, ended }) => endGroup(child, ended)))
  }
  const unregister = atEnd(stop)
  try {
    // Merger and edge start at the same time: the edge needs no merger before the first extraction.
    await Promise.all([
      step('merger', async () => {
        const settings = { PORT: String(mergerPort), HOST: '127.0.0.1', PYTHON: python }
        const merger = start('merger', ['merger/server.ts'], { ...settings, WORK_DIR: `${root}/.cache/work` })
        await firstAnswer(`http://127.0.0.1:${mergerPort}/healthz`, merger)
      }),
      step('edge', async () => {
        const edge = start('edge', wranglerArguments(port, state, { ...localVars(mergerPort), ...vars }), {
          CI: '1',
          WRANGLER_SEND_METRICS: 'false',
          CLOUDFLARE_CF_FETCH_ENABLED: 'false',
          // Switches off Wrangler's local explorer, a page that shows the local data. With the explorer,
          // Wrangler records every request and needs more and more memory.
          X_LOCAL_EXPLORER: 'false',
          X_LOCAL_OBSERVABILITY: 'false',
        })
        await firstAnswer(`http://127.0.0.1:${port}/api/config`, edge)
      }),
    ])
  } catch (error) {
    await stop()
    throw error
  }
  return {
    address: `http://127.0.0.1:${port}`,
    merger: `http://127.0.0.1:${mergerPort}`,
    ended: Promise.race(programs.map((program) => program.ended)),
    stop,
  }
}

function launch(name: string, args: string[], environment: Record<string, string>): Program {
  const child = spawn(`${root}/node_modules/.bin/node`, args, {
    cwd: root,
    env: { ...env, ...environment },
    // The merger ends when this IPC channel is closed, so it also ends when this process is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      chunks.push(String(chunk))
      if (chunks.length > MAX_CHUNKS) chunks.shift()
      if (process.env['VERBOSE']) process.stderr.write(chunk)
    })
  const ended: Promise<string> = new Promise((resolve) =>
    child.once('exit', (code, signal) => resolve(`${name} ended (${signal ?? code})`)),
  )
  return { name, child, ended, recentOutput: () => chunks.join('').slice(-SHOWN_CHARACTERS) }
}

const localVars = (mergerPort: number) => ({
  MERGER_ORIGIN: `http://127.0.0.1:${mergerPort}`,
  // Wrangler starts no containers in local development.
  MERGERS: '0',
  ENVIRONMENT: 'development',
  // On a local machine the edge could connect to private addresses. So the edge fetches media through the
  // merger, whose egress guard refuses private addresses.
  MEDIA_WAY: 'relay',
})

function wranglerArguments(port: number, state: string, vars: Record<string, string>): string[] {
  if (!fs.existsSync(`${root}/.dev.vars`))
    fs.writeFileSync(`${root}/.dev.vars`, `GRANT_KEYS='${newKeys()}'\n`, { mode: 0o600 })
  const options = [
    '--config',
    localConfig(),
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--persist-to',
    state,
    '--log-level',
    'warn',
    '--show-interactive-dev-session=false',
  ]
  const varOptions = Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`])
  return ['node_modules/wrangler/bin/wrangler.js', 'dev', '--env=', ...options, ...varOptions]
}

/** With routes, Wrangler would set the Host of every local request to the first route, and our links too. */
function localConfig() {
  const file = '.wrangler.local.toml'
  const local = fs.readFileSync(`${root}/wrangler.toml`, 'utf8').replace(/^routes = \[[^\]]*\]\n/m, '')
  if (!fs.existsSync(`${root}/${file}`) || fs.readFileSync(`${root}/${file}`, 'utf8') !== local)
    fs.writeFileSync(`${root}/${file}`, local)
  return file
}

function newKeys() {
  return JSON.stringify({ current: 'local', keys: { local: randomBytes(32).toString('base64url') } })
}

async function firstAnswer(address: string, { name, child, recentOutput }: Program) {
  let last = 'no answer'
  for (const start = performance.now(); performance.now() - start < START_MS; await sleep(100)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new StepFailed(`The ${name} ended while it was starting:\n${recentOutput()}`)
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(30_000) })
      if (answer.ok) return
      last = `${answer.status} ${await answer.text()}`
    } catch (error) {
      last = String((error instanceof Error && error.cause) || error)
    }
  }
  throw new StepFailed(
    `The ${name} did not answer within three minutes (${last.slice(0, 300)}):\n${recentOutput()}`,
  )
}
