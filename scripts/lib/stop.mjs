// Ends a script and everything that it started: at its end, on a signal, or when npm has ended.

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
const PARENT_CHECK_MS = 500
const GRACE_MS = 5_000

/** @typedef {() => unknown} CleanUp */

/** @type {Set<CleanUp>} */
const cleanUps = new Set()

/**
 * Registers work for the end of the script. The last registered work runs first.
 * @param {CleanUp} work
 * @returns {() => void} removes the registration
 */
export function atEnd(work) {
  cleanUps.add(work)
  return () => void cleanUps.delete(work)
}

/** Runs the registered work. An error in one piece is printed and does not stop the others. */
export async function cleanUp() {
  for (const one of [...cleanUps].toReversed()) {
    cleanUps.delete(one)
    try {
      await one()
    } catch (error) {
      console.error(error)
    }
  }
}

/**
 * Resolves with the name of the signal that asks this script to end.
 *
 * npm does not wait for its scripts when it gets a signal, and a killed npm sends none. So a script that npm
 * started also ends when its parent process has changed.
 * @returns {Promise<'SIGINT' | 'SIGTERM' | 'SIGHUP'>}
 */
export function stopRequest() {
  return new Promise((resolve) => {
    // `on`, not `once`: a second signal must not end the script before everything is cleaned up.
    for (const signal of SIGNALS) process.on(signal, () => resolve(signal))
    if (process.env['npm_lifecycle_event'] === undefined) return
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && resolve('SIGHUP'), PARENT_CHECK_MS).unref()
  })
}

/**
 * Sends a signal to a process and all processes of its group. A group that has ended is not an error.
 * @param {import('node:child_process').ChildProcess} child started with `detached: true`
 * @param {'SIGTERM' | 'SIGKILL'} signal
 */
export function signalGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error
  }
}

/**
 * Ends a process group: SIGTERM, and SIGKILL for everything that is left after five seconds.
 * @param {import('node:child_process').ChildProcess} child started with `detached: true`
 * @param {Promise<unknown>} ended settles when the process has ended
 */
export async function endGroup(child, ended) {
  signalGroup(child, 'SIGTERM')
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const late = new Promise((resolve) => (timer = setTimeout(resolve, GRACE_MS)))
  await Promise.race([ended, late])
  clearTimeout(timer)
  signalGroup(child, 'SIGKILL')
}
