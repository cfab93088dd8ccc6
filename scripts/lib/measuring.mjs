import fs from 'node:fs'
import { StepFailed } from './step.mjs'

// Helpers for the benches: a table that prints each row at once, and a time limit for a measurement that
// hangs.

const STALL_MS = 60_000

/**
 * Runs a measurement and returns its result. Throws StepFailed when the value of `state` has not changed for
 * `stallMs`, so that a hanging bench ends with an error.
 * @template T
 * @param {() => Promise<T>} work
 * @param {() => unknown} state returns a value, or a promise of a value; the value changes while the
 *   measurement makes progress
 * @param {number} [stallMs] time in milliseconds
 * @returns {Promise<T>}
 */
export async function untilStalled(work, state, stallMs = STALL_MS) {
  /** @type {unknown} */
  let last
  let since = performance.now()
  let isReading = false
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const stalled = new Promise((_, reject) => {
    timer = setInterval(
      () => {
        if (performance.now() - since > stallMs)
          return reject(new StepFailed(`The bench was ended: it made no progress for ${stallMs / 1_000} s.`))
        if (isReading) return
        isReading = true
        void Promise.resolve()
          .then(state)
          .then(
            (value) => value !== last && ([last, since] = [value, performance.now()]),
            // If `state` throws, the state counts as unchanged.
            () => undefined,
          )
          .finally(() => (isReading = false))
      },
      Math.min(1_000, stallMs / 4),
    )
  })
  try {
    return /** @type {T} */ (await Promise.race([work(), stalled]))
  } finally {
    clearInterval(timer)
  }
}

/**
 * Returns a function that prints a row of a table without waiting for later rows. The first call also prints
 * the header.
 * @param {Record<string, number>} [widths] minimum widths of columns in characters, by column name. Pass a
 * width for each column in which a later row has a longer value than the first row.
 * @returns {(row: Record<string, string | number>) => void}
 */
export function table(widths = {}) {
  /** @type {[string, number][] | undefined} */
  let columns
  return (row) => {
    keepRow(row)
    if (!columns) {
      columns = Object.entries(row).map(([name, value]) => [
        name,
        Math.max(name.length, String(value).length, widths[name] ?? 0),
      ])
      console.log(columns.map(([name, width]) => name.padStart(width)).join('  '))
    }
    console.log(columns.map(([name, width]) => String(row[name] ?? '').padStart(width)).join('  '))
  }
}

/**
 * Appends a row to the file that the environment variable BENCH_ROWS names. `npm run bench` without a name
 * sets this variable and makes its table from the file. If the variable is not set, does nothing.
 * @param {Record<string, string | number>} row
 */
export function keepRow(row) {
  const file = process.env['BENCH_ROWS']
  if (file) fs.appendFileSync(file, `${JSON.stringify(row)}\n`)
}
