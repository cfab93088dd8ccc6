import { spawn } from 'node:child_process'

/** The folder of the project; every script works from here. */
export const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '')
/** Programs of our packages first: on Node 20 systems `node` is then the pinned Node 24. */
export const env = { ...process.env, PATH: `${root}/node_modules/.bin:${process.env.PATH}` }

/** A step that failed, with the sentence that says what to do. */
export class StepFailed extends Error {}

/**
 * One step of a script as one readable line: what is done, how long it took.
 * @template T
 * @param {string} title
 * @param {(say: (detail: string) => void) => Promise<T>} work `say` adds a detail to the line
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const begun = performance.now()
  let detail = ''
  const line = (mark) =>
    `${mark} ${title}${detail && `: ${detail}`}  ${((performance.now() - begun) / 1000).toFixed(1)} s`
  try {
    const result = await work((said) => (detail = said))
    console.log(line('✓'))
    return result
  } catch (error) {
    console.error(line('✗'))
    throw error
  }
}

/**
 * Runs a program to its end and returns what it printed.
 * @param {string} program
 * @param {string[]} args
 * @param {{ seconds?: number, extra?: Record<string, string>, show?: boolean }} options `show` lets its output through
 * @returns {Promise<{ code: number | null, output: string }>} code null: not found, or ended by the deadline
 */
export function run(program, args, { seconds = 900, extra = {}, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...env, ...extra },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      detached: !show,
    })
    let output = ''
    const keep = (chunk) => (output = (output + chunk).slice(-20_000))
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const end = () => child.pid && process.kill(show ? child.pid : -child.pid, 'SIGKILL')
    const timer = setTimeout(end, seconds * 1000)
    child.on('error', (error) => (clearTimeout(timer), resolve({ code: null, output: String(error) })))
    child.on('close', (code) => (clearTimeout(timer), resolve({ code, output })))
  })
}

/** Runs a script's main function; a failed step ends it with its sentence and exit code 1. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof StepFailed ? `\n${error.message}` : error)
    process.exitCode = 1
  }
}
