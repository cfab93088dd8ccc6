import { spawn } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { constants } from 'node:os'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { atEnd, cleanUp, endGroup, ends, signalGroup, stopRequest } from './stop.ts'

export const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '')
/** Wrangler is large: with the cache it starts in two thirds of the time. */
const cache = { NODE_COMPILE_CACHE: `${root}/.cache/node` }
enableCompileCache(cache.NODE_COMPILE_CACHE)
/** The programs of our npm packages come first, so `node` is Node 24 even on a system with Node 20. */
export const env = {
  ...cache,
  ...process.env,
  PATH: `${root}/node_modules/.bin:${process.env['PATH']}`,
}

/** The account of the operator is only for the programs that change it, not for those that build and test. */
const withoutAccount = Object.fromEntries(
  Object.entries(env).filter(([name]) => !name.startsWith('CLOUDFLARE_')),
)

export class StepFailed extends Error {}

/** sets the detail in the line that the step prints */
export type Say = (detail: string) => void

export async function step<T>(title: string, work: (say: Say) => Promise<T>): Promise<T> {
  const start = performance.now()
  let detail = ''
  const line = (mark: string) =>
    `${mark} ${title}${detail && `: ${detail}`}  ${((performance.now() - start) / 1000).toFixed(1)} s`
  try {
    const result = await work((text) => (detail = text))
    console.log(line('✓'))
    return result
  } catch (error) {
    console.error(line('✗'))
    throw error
  }
}

interface RunOptions {
  /** maximum duration, 900 by default; SIGKILL ends what still runs */
  seconds?: number
  extra?: Record<string, string>
  /** returns the whole output instead of its last 20,000 characters */
  whole?: boolean
  show?: boolean
  /** passes on the variables of the Cloudflare account */
  account?: boolean
  /** lets the program use the terminal, for a password prompt; implies `show` */
  interactive?: boolean
}

/** Ends with the script. While the script is ending, starts nothing and never settles. */
export function run(
  program: string,
  args: string[],
  options: RunOptions = {},
): Promise<{ code: number | null; output: string }> {
  const {
    seconds = 900,
    extra = {},
    whole = false,
    show = false,
    interactive = false,
    account = false,
  } = options
  return new Promise((resolve) => {
    if (ends()) return
    const child = spawn(program, args, {
      cwd: root,
      env: { ...(account ? env : withoutAccount), ...extra },
      stdio: interactive ? 'inherit' : show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      // An interactive program stays in this script's process group, because only the foreground process
      // group can read from the terminal.
      detached: !interactive,
    })
    let output = ''
    const keep = (chunk: Buffer) => (output = (output + chunk).slice(whole ? 0 : -20_000))
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const timer = setTimeout(
      () => (interactive ? child.kill('SIGKILL') : signalGroup(child, 'SIGKILL')),
      seconds * 1000,
    )
    const ended = new Promise((settle) => child.once('close', settle).once('error', settle))
    const unregister = atEnd(() => (interactive ? child.kill() : endGroup(child, ended)))
    const settle = () => {
      clearTimeout(timer)
      unregister()
    }
    child.on('error', (error) => (settle(), resolve({ code: null, output: String(error) })))
    child.on('close', (code) => (settle(), resolve({ code, output })))
  })
}

export async function runOrFail(
  [program = '', ...args]: readonly string[],
  options?: RunOptions,
): Promise<string> {
  const { code, output } = await run(program, args, options)
  if (code !== 0) throw new StepFailed(`${program} ${args.join(' ')} failed:\n${output}`)
  return output
}

/** Reads the command line; a mistake prints the usage. `most`: positional arguments that may be given. */
export function argumentsOf<T extends ParseArgsOptionsConfig>(
  usage: string,
  options: T,
  { args = process.argv.slice(2), most = 0 }: { args?: string[]; most?: number } = {},
) {
  try {
    const read = parseArgs({ args, options, allowPositionals: true })
    const [unexpected] = read.positionals.slice(most)
    if (unexpected !== undefined) throw new Error(`Unexpected argument '${unexpected}'`)
    return read
  } catch (error) {
    // For an unknown option, Node also tells how to give a positional argument that looks like one.
    const [reason = ''] = String(error instanceof Error ? error.message : error).split(/\. To specify/)
    throw usageError(usage, reason)
  }
}

export const usageError = (usage: string, reason: string) =>
  new StepFailed(`${reason}${/[.?!]$/.test(reason) ? '' : '.'}\n\nUsage: ${usage}`)

export async function main(work: () => Promise<unknown>) {
  const stop = stopRequest()
  try {
    const signal = await Promise.race([work().then(() => undefined), stop])
    if (signal !== undefined) process.exitCode = 128 + constants.signals[signal]
  } catch (error) {
    console.error(error instanceof StepFailed ? `\n${error.message}` : error)
    process.exitCode = 1
  }
  await cleanUp()
  // When a signal has interrupted `work`, its timers and connections may still be open. Without
  // `process.exit` they would keep the process running.
  process.exit()
}
