// Ends everything that a script has started. This happens when the script or its npm process ends, or when
// the script gets a signal.

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
const PARENT_CHECK_MS = 500
const GRACE_MS = 5_000

/** @typedef {() => unknown} CleanUp */

/** @type {Set<CleanUp>} */
const cleanUps = new Set()
let isEnding = false

/** Returns whether the script is ending: `cleanUp` has begun, and nothing may be started any more. */
export const ends = () => isEnding

/**
 * Registers a function that runs when the script ends. The function that was registered last runs first. It
 * must not call `run` (step.mjs), which starts nothing while the script is ending.
 * @param {CleanUp} work
 * @returns {() => void} a function that removes the registration
 */
export function atEnd(work) {
  cleanUps.add(work)
  return () => void cleanUps.delete(work)
}

/**
 * Runs the clean-up functions that `atEnd` has registered. An error in one of them is printed, and the
 * remaining ones still run.
 */
export async function cleanUp() {
  isEnding = true
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
 * Resolves with the name of a signal when this script should end. There are two cases:
 * - The script gets a signal. The promise resolves with this signal.
 * - npm started the script, and the parent process of the script has ended. The promise resolves with SIGHUP.
 *   npm sends its scripts no signal when npm itself is killed.
 * @returns {Promise<'SIGINT' | 'SIGTERM' | 'SIGHUP'>}
 */
export function stopRequest() {
  return new Promise((resolve) => {
    // `on` instead of `once`: otherwise a second signal would kill the script before everything is cleaned
    // up.
    for (const signal of SIGNALS) process.on(signal, () => resolve(signal))
    if (process.env['npm_lifecycle_event'] === undefined) return
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && resolve('SIGHUP'), PARENT_CHECK_MS).unref()
  })
}

/**
 * Sends a signal to a process and to all processes of its group. Does nothing when the group has already
 * ended.
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
 * Ends a process group with SIGTERM, and after at most five seconds with SIGKILL.
 * @param {import('node:child_process').ChildProcess} child started with `detached: true`
 * @param {Promise<unknown>} ended settles when `child` has ended
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
