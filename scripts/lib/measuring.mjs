import { StepFailed } from './step.mjs'

// Shared by the benches: a table that prints its rows at once, and an end for a measurement that hangs.

const STALL_MS = 60_000

/**
 * Runs a measurement. Rejects when nothing has moved for a minute, so that a hanging bench ends with an
 * error.
 * @template T
 * @param {() => Promise<T>} work
 * @param {() => unknown} state a value, or a promise of one, that changes while the measurement moves
 * @param {number} [stallMs]
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
          return reject(new StepFailed(`The bench was ended: nothing moved for ${stallMs / 1_000} s.`))
        if (isReading) return
        isReading = true
        void Promise.resolve()
          .then(state)
          .then(
            (value) => value !== last && ([last, since] = [value, performance.now()]),
            // A state that cannot be read counts as one that does not change.
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
 * A table that prints each row as soon as it is measured, and the header before the first row.
 * @param {Record<string, number>} [widths] the least width of a column, where its later values are longer than the first
 * @returns {(row: Record<string, string | number>) => void}
 */
export function table(widths = {}) {
  /** @type {[string, number][] | undefined} */
  let columns
  return (row) => {
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
