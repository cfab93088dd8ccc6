import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { Failure } from '#contract/failure.ts'

/** Number of characters kept from the end of a program's stderr. */
const STDERR_KEPT = 65_536
/**
 * Environment variables that child processes inherit. Other variables could do harm. For example, `NO_PROXY`
 * would make a child bypass the egress guard.
 */
const ENVIRONMENT = ['PATH', 'LANG', 'LC_ALL', 'TMPDIR', 'SSL_CERT_FILE']
/**
 * The HOME of every child. This folder does not exist, so a child finds no settings, plug-ins or scripts in
 * it.
 */
export const NO_HOME = '/nonexistent'
const LAUNCHER = path.join(import.meta.dirname, '../ytdlp/sandbox_launch.py')

export type StartOptions = {
  signal: AbortSignal
  /** Milliseconds after which the whole process group is killed. */
  deadline: number
  /** Maximum address space in bytes. */
  memory?: number
  /** Maximum size of each file that the program writes, in bytes. Pipes are not limited. */
  fileBytes?: number
  /**
   * Starts the program in the sandbox for ffmpeg and ffprobe. The program has no network in the sandbox, and
   * sees only system files and `folder`. `python` is the Python interpreter that runs the launcher of the
   * sandbox (merger/ytdlp/sandbox_launch.py).
   */
  sandbox?: { python: string; folder?: string }
  cwd?: string
  /** Environment variables for the program, in addition to the inherited ones. */
  env?: Record<string, string>
  /** Number of input pipes. The program reads them as file descriptors 3, 4 and so on. */
  inputs?: number
}

export type Ending = { code: number | null; signal: NodeJS.Signals | null; stderr: string }

export type Started = {
  pid: number
  inputs: Writable[]
  stdout: Readable
  /**
   * Settles when the process has ended and its pipes are closed. Rejects with the reason of `signal` when
   * `signal` aborted, and with `timeout` after the deadline.
   */
  ended: Promise<Ending>
}

/**
 * Starts a program in its own process group. The group is killed at the deadline, when `signal` aborts, and
 * when the program ends. On Linux, the program is also killed when this process ends.
 */
export function start(program: string, args: string[], options: StartOptions): Started {
  options.signal.throwIfAborted()
  const [command, ...rest] = [...bounds(options), program, ...args] as [string, ...string[]]
  const child = spawn(command, rest, {
    detached: true,
    cwd: options.cwd,
    env: { ...allowed(process.env), HOME: NO_HOME, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', ...Array.from({ length: options.inputs ?? 0 }, () => 'pipe' as const)],
  })
  const inputs = child.stdio.slice(3) as Writable[]
  // When the program closes its end of a pipe, a write to the pipe emits `error`. The pipe is then destroyed,
  // so that the writing code can see that the pipe is closed.
  for (const input of inputs) input.on('error', () => input.destroy())
  const stdout = child.stdout as Readable
  // Without a listener, an error of stdout would end this process. Code that reads stdout still gets the
  // error.
  stdout.on('error', () => undefined)
  const ended = new Promise<Ending>((resolve, reject) => {
    let stderr = ''
    let cutShort: unknown
    // If the program has ended after an abort or the deadline, destroys stdout. The code that reads stdout
    // may have stopped. Unread bytes would then keep the pipe open, and the child process would never emit
    // `close`.
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
    const timer = setTimeout(() => end(new Failure('timeout', { cause: program })), options.deadline)
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
      if (cutShort === undefined) resolve({ code, signal, stderr })
      else reject(cutShort)
    })
  })
  // The caller awaits `ended` later. Without this handler, Node would report an earlier rejection as
  // unhandled.
  ended.catch(() => undefined)
  return { pid: child.pid ?? 0, inputs, stdout, ended }
}

/**
 * Runs a short program until it ends. Throws an Error, with the end of stderr as its cause, when the program
 * fails.
 */
export async function run(program: string, args: string[], options: StartOptions): Promise<void> {
  const started = start(program, args, options)
  started.stdout.resume()
  const { code, signal, stderr } = await started.ended
  if (code !== 0)
    throw new Error(`${path.basename(program)} ended with ${signal ?? code}`, { cause: stderrTail(stderr) })
}

/** Returns the last four lines of a program's stderr, to be used as the cause of an error. */
export function stderrTail(stderr: string): string {
  return stderr.trim().split('\n').slice(-4).join(' | ').slice(-1_000)
}

function killGroup(pid: number | undefined): void {
  if (!pid) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (cause) {
    // ESRCH means that the process group has ended already, so there is nothing to kill.
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
  }
}

const installed = new Map<string, boolean>()

/** Returns whether a program is on the PATH. The result is cached. */
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

/**
 * Returns the beginning of the command line: the commands that limit the program and then start it by exec.
 * - In the sandbox (only on Linux): sandbox_launch.py.
 * - Otherwise: prlimit, which limits the program, and setpriv, which makes the kernel kill the program when
 *   this process ends. A command that is not installed is left out. macOS has neither prlimit nor setpriv.
 */
function bounds({ memory, fileBytes, deadline, sandbox }: StartOptions): string[] {
  // Maximum processor time in seconds. This limit ends a program even when this process, and with it the
  // deadline timer, is gone.
  const cpuSeconds = Math.ceil(deadline / 1_000) * os.availableParallelism()
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
