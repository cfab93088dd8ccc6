import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { Failure } from '#contract/failure.ts'
import { lowerPriority } from './priority.ts'

const STDERR_KEPT = 65_536
/** Other variables could do harm. For example, `NO_PROXY` would make a child bypass the egress guard. */
const ENVIRONMENT = ['PATH', 'LANG', 'LC_ALL', 'TMPDIR', 'SSL_CERT_FILE']
/** This folder does not exist, so a child finds no settings, plug-ins or scripts in it. */
export const NO_HOME = '/nonexistent'
/** With which the kernel ends a program that has used its CPU time. */
const OVER_LIMIT: ReadonlySet<NodeJS.Signals | null> = new Set<NodeJS.Signals>(['SIGXCPU', 'SIGKILL'])
/** Wide, because it may wait for CPU beside long merges. */
export const SHORT_WORK = { cpuSeconds: 8, deadline: 90_000 }
const LAUNCHER = path.join(import.meta.dirname, '../ytdlp/sandbox_launch.py')

type StartOptions = {
  signal: AbortSignal
  /** Milliseconds. */
  deadline: number
  /** Short work ends by the CPU that it uses. A busy machine only makes it late. */
  cpuSeconds?: number
  /** Address space in bytes. */
  memory?: number
  fileBytes?: number
  sandbox?: { python: string; folder?: string }
  cwd?: string
  env?: Record<string, string>
  /** The program reads them as file descriptors 3, 4 and so on. */
  inputs?: number
}

type Ending = { code: number | null; signal: NodeJS.Signals | null; stderr: string }

export type Started = {
  pid: number
  inputs: Writable[]
  stdout: Readable
  /** Rejects with the reason of `signal` when `signal` aborted, and with `timeout` after the deadline. */
  ended: Promise<Ending>
}

/** On Linux, the program is also killed when this process ends. */
export function start(program: string, args: string[], options: StartOptions): Started {
  options.signal.throwIfAborted()
  const [command, ...rest] = [...bounds(options), program, ...args] as [string, ...string[]]
  const child = spawn(command, rest, {
    detached: true,
    cwd: options.cwd,
    env: { ...allowed(process.env), HOME: NO_HOME, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', ...Array.from({ length: options.inputs ?? 0 }, () => 'pipe' as const)],
  })
  lowerPriority(child.pid, options.cpuSeconds !== undefined)
  const inputs = child.stdio.slice(3) as Writable[]
  // When the program closes its end of a pipe, a write to the pipe emits `error`. The pipe is then destroyed,
  // so that the writing code can see that the pipe is closed.
  for (const input of inputs) input.on('error', () => input.destroy())
  const stdout = child.stdout as Readable
  // Without a listener, an error of stdout would end this process.
  stdout.on('error', () => undefined)
  const ended = new Promise<Ending>((resolve, reject) => {
    let stderr = ''
    let cutShort: unknown
    // The code that reads stdout may have stopped. Unread bytes would then keep the pipe open, and the child
    // process would never emit `close`.
    const closeOutput = () => {
      const isOver = child.exitCode !== null || child.signalCode !== null
      if (isOver && cutShort !== undefined) stdout.destroy(cutShort instanceof Error ? cutShort : undefined)
    }
    const end = (reason: unknown) => {
      cutShort ??= reason
      killGroup(child.pid)
      closeOutput()
    }
    const onAbort = () => end(options.signal.reason)
    const late = options.cpuSeconds === undefined ? 'timeout' : 'busy'
    const timer = setTimeout(() => end(new Failure(late, { cause: program })), options.deadline)
    options.signal.addEventListener('abort', onAbort, { once: true })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-STDERR_KEPT)
    })
    const settle = () => {
      clearTimeout(timer)
      options.signal.removeEventListener('abort', onAbort)
    }
    child.once('error', (cause) => {
      settle()
      reject(new Failure('internal', { cause }))
    })
    child.once('exit', () => {
      killGroup(child.pid)
      for (const input of inputs) input.destroy()
      closeOutput()
    })
    child.once('close', (code, signal) => {
      settle()
      if (cutShort !== undefined) reject(cutShort)
      else if (options.cpuSeconds !== undefined && OVER_LIMIT.has(signal))
        reject(new Failure('too_big', { cause: `${path.basename(program)}: ${signal}` }))
      else resolve({ code, signal, stderr })
    })
  })
  // Without this handler, Node would report an earlier rejection as unhandled.
  ended.catch(() => undefined)
  return { pid: child.pid ?? 0, inputs, stdout, ended }
}

export async function run(program: string, args: string[], options: StartOptions): Promise<void> {
  const started = start(program, args, options)
  started.stdout.resume()
  const { code, signal, stderr } = await started.ended
  if (code !== 0)
    throw new Error(`${path.basename(program)} ended with ${signal ?? code}`, { cause: stderrTail(stderr) })
}

export function stderrTail(stderr: string): string {
  return stderr.trim().split('\n').slice(-4).join(' | ').slice(-1_000)
}

function killGroup(pid: number | undefined): void {
  if (!pid) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (cause) {
    // ESRCH means that the process group has ended already.
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
  }
}

const installed = new Map<string, boolean>()

export function hasProgram(name: string): boolean {
  const known = installed.get(name)
  if (known !== undefined) return known
  const found = (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
  installed.set(name, found)
  return found
}

/** macOS has neither prlimit nor setpriv. */
function bounds({ memory, fileBytes, deadline, cpuSeconds: asked, sandbox }: StartOptions): string[] {
  // This limit ends a program even when this process, and with it the deadline timer, is gone.
  const cpuSeconds = asked ?? Math.ceil(deadline / 1_000) * os.availableParallelism()
  if (sandbox && process.platform === 'linux')
    return [
      sandbox.python,
      '-E',
      '-s',
      '-S',
      LAUNCHER,
      ...[memory ?? 0, fileBytes ?? 0, cpuSeconds].map(String),
      sandbox.folder ?? '',
    ]
  const limits = [
    `--cpu=${cpuSeconds}`,
    ...(memory ? [`--as=${memory}`, '--core=0'] : []),
    ...(fileBytes ? [`--fsize=${fileBytes}`] : []),
  ]
  const limit = hasProgram('prlimit') ? ['prlimit', ...limits, '--'] : []
  const dieWithUs = hasProgram('setpriv') ? ['setpriv', '--pdeathsig', 'KILL', '--'] : []
  return [...limit, ...dieWithUs]
}

function allowed(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(ENVIRONMENT.filter((name) => env[name]).map((name) => [name, env[name]]))
}
