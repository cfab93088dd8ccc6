import type { Result } from './check.ts'

/** `gone` is no fault while another item of the same platform and URL shape is `ok`. */
export function faults(results: readonly Result[]): Result[] {
  const hasGoodTwin = ({ platform, shape }: Result) =>
    results.some((other) => other.platform === platform && other.shape === shape && other.state === 'ok')
  return results.filter(
    (each) =>
      each.state !== 'ok' && each.state !== 'skipped' && !(each.state === 'gone' && hasGoodTwin(each)),
  )
}

export function newlyFailingPlatforms(before: readonly Result[], now: readonly Result[]): string[] {
  const good = (results: readonly Result[]) =>
    new Set(
      results
        .filter(({ state, expected }) => state === 'ok' && expected === 'ok')
        .map(({ platform }) => platform),
    )
  return [...good(before)].filter((platform) => !good(now).has(platform))
}

/** Of the faults, those of items that were good in the earlier run, or were not in it. */
export function newFaults(before: readonly Result[], bad: readonly Result[]): Result[] {
  const wasBad = ({ platform, shape }: Result) =>
    before.some((other) => other.platform === platform && other.shape === shape && other.state !== 'ok')
  return bad.filter((each) => !wasBad(each))
}

export const lineOf = ({ platform, shape, state, detail, ms }: Result) =>
  `${state === 'ok' ? '✓' : state === 'skipped' ? '-' : '✗'} ${platform}, ${shape}: ${state}${detail && ` (${detail})`}  ${(ms / 1_000).toFixed(1)} s`
