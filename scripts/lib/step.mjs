import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { atEnd, cleanUp, endGroup, ends, signalGroup, stopRequest } from './stop.mjs'

/** Root folder of the project. Every script starts its programs in this folder. */
export const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '')
/**
 * Environment variables in which the programs of our npm packages are first on the PATH. As a result, `node`
 * is Node 24 even on a system with Node 20.
 */
export const env = { ...process.env, PATH: `${root}/node_modules/.bin:${process.env['PATH']}` }

/** Thrown when a step of a script has failed. The message tells the operator what to do. */
export class StepFailed extends Error {}

/** @typedef {(detail: string) => void} Say sets the detail in the line that the step prints */

/**
 * Runs one step of a script and prints a line with its title, a detail, and its duration.
 * @template T
 * @param {string} title
 * @param {(say: Say) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const start = performance.now()
  let detail = ''
  /** @param {string} mark */
  const line = (mark) =>
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

/**
 * @typedef {object} RunOptions
 * @property {number} [seconds] maximum duration, 900 by default; SIGKILL ends what still runs
 * @property {Record<string, string>} [extra] additional environment variables
 * @property {boolean} [whole] returns the whole output instead of its last 20,000 characters
 * @property {boolean} [show] prints the program's output instead of returning it
 * @property {boolean} [interactive] lets the program use the terminal, for a password prompt; implies `show`
 */

/**
 * Runs a program and waits until it ends. When the script ends before the program, the program and its
 * children are ended, too. While the script is ending, starts no program and returns a promise that never
 * settles.
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number | null, output: string }>} `code` is null if the program was not found or
 *   was killed
 */
export function run(program, args, options = {}) {
  const { seconds = 900, extra = {}, whole = false, show = false, interactive = false } = options
  return new Promise((resolve) => {
    if (ends()) return
    const child = spawn(program, args, {
      cwd: root,
      env: { ...env, ...extra },
      stdio: interactive ? 'inherit' : show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      // An interactive program stays in this script's process group, because only the foreground process
      // group can read from the terminal.
      detached: !interactive,
    })
    let output = ''
    /** @param {Buffer} chunk */
    const keep = (chunk) => (output = (output + chunk).slice(whole ? 0 : -20_000))
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

/**
 * Runs a program that must succeed, and returns its output. Throws StepFailed if the program fails.
 * @param {readonly string[]} command the program and its arguments
 * @param {RunOptions} [options]
 * @returns {Promise<string>}
 */
export async function runOrFail([program = '', ...args], options) {
  const { code, output } = await run(program, args, options)
  if (code !== 0) throw new StepFailed(`${program} ${args.join(' ')} failed:\n${output}`)
  return output
}

/**
 * Returns, for each switch in `usage`, whether the arguments of this script contain the switch. Throws
 * StepFailed with `usage` if there is any other argument, so that a typing error does not start a long run.
 * @param {string} usage the command with all its switches, for example "npm test [-- --long]"
 * @returns {Record<string, boolean>} by name of the switch without `--`
 */
export function switchesOf(usage) {
  /** @type {string[]} */
  const known = usage.match(/--[a-z]+/g) ?? []
  const given = process.argv.slice(2)
  if (given.some((argument) => !known.includes(argument))) throw new StepFailed(`Usage: ${usage}`)
  return Object.fromEntries(known.map((name) => [name.slice(2), given.includes(name)]))
}

/**
 * Runs the main function of a script, and then exits. If the function throws, prints the error and exits with
 * code 1. After SIGINT, SIGTERM or SIGHUP, exits with 128 plus the number of the signal. Before every exit,
 * ends all programs and servers that the script has started.
 * @param {() => Promise<unknown>} work
 */
export async function main(work) {
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
