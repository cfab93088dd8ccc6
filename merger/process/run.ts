import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { Failure } from '#contract/failure.ts'

/** How much of a program's stderr is kept, from its end. */
const STDERR_BYTES_KEPT = 65_536
/** All that a child may see of our environment: a `NO_PROXY` of the machine would lead it past the guard. */
const ENVIRONMENT = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'SSL_CERT_FILE']

export type StartOptions = {
  signal: AbortSignal
  /** Milliseconds after which the whole group is killed. */
  deadline: number
  /** Address space it may take, in bytes. */
  memory?: number
  /** Size of each file it may write, in bytes. Pipes are not limited. */
  fileBytes?: number
  cwd?: string
  /** What it may see beside the little that all may. */
  env?: Record<string, string>
  /** How many pipes it reads, as file descriptors from 3 on. */
  inputs?: number
}

export type Ending = { code: number | null; signal: NodeJS.Signals | null; stderr: string }

export type Started = {
  pid: number
  inputs: Writable[]
  stdout: Readable
  /** Settles when the process and its pipes are gone; rejects with the reason of an abort, or `timeout`. */
  ended: Promise<Ending>
}

/** Starts a program in a group of its own, which ends by its deadline, by `signal`, and with this process. */
export function start(program: string, args: string[], options: StartOptions): Started {
  options.signal.throwIfAborted()
  const [command, ...rest] = [...bounds(options), program, ...args] as [string, ...string[]]
  const child = spawn(command, rest, {
    detached: true,
    cwd: options.cwd,
    env: { ...allowed(process.env), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', ...Array.from({ length: options.inputs ?? 0 }, () => 'pipe' as const)],
  })
  const inputs = child.stdio.slice(3) as Writable[]
  // A pipe whose reader is gone says so by an error event; the pump notices it by `destroyed`.
  for (const input of inputs) input.on('error', () => input.destroy())
  const ended = new Promise<Ending>((resolve, reject) => {
    let stderr = ''
    let cutShort: unknown
    const end = (reason: unknown) => {
      cutShort ??= reason
      killGroup(child.pid)
    }
    const onAbort = () => end(options.signal.reason)
    const timer = setTimeout(() => end(new Failure('timeout', { cause: program })), options.deadline)
    options.signal.addEventListener('abort', onAbort, { once: true })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-STDERR_BYTES_KEPT)
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
    })
    child.once('close', (code, signal) => {
      settle()
      if (cutShort === undefined) resolve({ code, signal, stderr })
      else reject(cutShort)
    })
  })
  // Whoever started it awaits this later; until then a rejection is not unhandled.
  ended.catch(() => undefined)
  return { pid: child.pid ?? 0, inputs, stdout: child.stdout as Readable, ended }
}

/** Runs a short program to its end. Throws an Error whose cause is the end of its stderr. */
export async function run(program: string, args: string[], options: StartOptions): Promise<void> {
  const started = start(program, args, options)
  started.stdout.resume()
  const { code, signal, stderr } = await started.ended
  if (code !== 0)
    throw new Error(`${path.basename(program)} ended with ${signal ?? code}`, { cause: stderrTail(stderr) })
}

/** The last lines of a program's stderr, for a cause. */
export function stderrTail(stderr: string): string {
  return stderr.trim().split('\n').slice(-4).join(' | ').slice(-1_000)
}

function killGroup(pid: number | undefined): void {
  if (!pid) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (cause) {
    // ESRCH: the whole group is gone already, which is what we want.
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
  }
}

const installed = new Map<string, boolean>()

/** Whether a program is on the PATH; asked once. */
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

/** Small programs that set a limit and then become the real one. Only Linux has them; elsewhere pipes and the sweep must do. */
function bounds({ memory, fileBytes }: StartOptions): string[] {
  const limits = [
    ...(memory ? [`--as=${memory}`, '--core=0'] : []),
    ...(fileBytes ? [`--fsize=${fileBytes}`] : []),
  ]
  const limit = limits.length > 0 && hasProgram('prlimit') ? ['prlimit', ...limits, '--'] : []
  const dieWithUs = hasProgram('setpriv') ? ['setpriv', '--pdeathsig', 'KILL', '--'] : []
  return [...limit, ...dieWithUs]
}

function allowed(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(ENVIRONMENT.filter((name) => env[name]).map((name) => [name, env[name]]))
}
