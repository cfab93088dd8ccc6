/** @typedef {import('./check.mjs').Result} Result */

/**
 * Returns the results that make a run fail. These results do not make a run fail:
 * - `ok`
 * - `skipped`
 * - `gone` (the item was removed or made private), if another item of the same platform and URL shape is `ok`
 *
 * `results` contains at least one result that is not `skipped`, because scripts/canary.mjs refuses a
 * configuration file without any link.
 * @param {readonly Result[]} results
 * @returns {Result[]}
 */
export function faults(results) {
  const hasGoodTwin = (/** @type {Result} */ { platform, shape }) =>
    results.some((other) => other.platform === platform && other.shape === shape && other.state === 'ok')
  return results.filter(
    (each) =>
      each.state !== 'ok' && each.state !== 'skipped' && !(each.state === 'gone' && hasGoodTwin(each)),
  )
}

/**
 * Returns the platforms that could be extracted before and cannot be extracted now. Such a platform is a
 * reason to roll back.
 * @param {readonly Result[]} before
 * @param {readonly Result[]} now
 * @returns {string[]} ids
 */
export function newlyFailingPlatforms(before, now) {
  const good = (/** @type {readonly Result[]} */ results) =>
    new Set(
      results
        .filter(({ state, expected }) => state === 'ok' && expected === 'ok')
        .map(({ platform }) => platform),
    )
  return [...good(before)].filter((platform) => !good(now).has(platform))
}

/** Formats a result as one line. @param {Result} result */
export const lineOf = ({ platform, shape, state, detail, ms }) =>
  `${state === 'ok' ? '✓' : state === 'skipped' ? '-' : '✗'} ${platform}, ${shape}: ${state}${detail && ` (${detail})`}  ${(ms / 1_000).toFixed(1)} s`
