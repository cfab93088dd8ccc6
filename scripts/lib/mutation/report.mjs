// Formats the result of a mutation run: counts, scores and the list of the changes that no test noticed.

/** @typedef {{ line: number, column: number }} Position both counted from 1 */
/**
 * The fields of a mutant in StrykerJS's JSON report that this module reads.
 * @typedef {object} Mutant
 * @property {string} mutatorName
 * @property {string} [replacement]
 * @property {string} status "Killed", "Timeout", "Survived", "NoCoverage", "RuntimeError" or "Ignored"
 * @property {string} [statusReason]
 * @property {{ start: Position, end: Position }} location
 */
/** @typedef {{ files: Record<string, { source: string, mutants: Mutant[] }> }} StrykerReport */
/**
 * @typedef {object} Score
 * @property {number} noticed mutants that failed a test, or ran into an endless loop
 * @property {number} missed mutants with which every test passed
 * @property {Record<string, number>} ignored mutants that were left out, by reason
 */

const NOTICED = ['Killed', 'Timeout', 'RuntimeError']
const MISSED = ['Survived', 'NoCoverage']
/** Maximum number of characters of code that the report prints for one mutant. */
const MAX_CODE = 60

/**
 * Counts the mutants of a report.
 * @param {StrykerReport} report
 * @returns {Score}
 */
export function scoreOf(report) {
  /** @type {Score} */
  const score = { noticed: 0, missed: 0, ignored: {} }
  for (const { status, statusReason = 'no reason' } of mutantsOf(report)) {
    if (NOTICED.includes(status)) score.noticed++
    else if (MISSED.includes(status)) score.missed++
    else if (status === 'Ignored') score.ignored[statusReason] = (score.ignored[statusReason] ?? 0) + 1
  }
  return score
}

/**
 * Returns how many percent of the noticed and missed mutants were noticed. Ignored mutants do not count.
 * Returns null if no mutant was noticed or missed.
 * @param {Score} score
 */
export const percentOf = ({ noticed, missed }) =>
  noticed + missed === 0 ? null : (100 * noticed) / (noticed + missed)

/**
 * Returns one line for each mutant that no test noticed: position, kind, and the code before and after.
 * @param {StrykerReport} report
 * @returns {string[]}
 */
export function missedLines(report) {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => MISSED.includes(status))
      .map(({ status, mutatorName, replacement = '', location }) => {
        const change = `${oneLine(codeAt(source, location))} → ${oneLine(replacement)}`
        const note = status === 'NoCoverage' ? ' (no test runs this line)' : ''
        return `${file}:${location.start.line} ${mutatorName}: ${change}${note}`
      }),
  )
}

/**
 * Returns one Markdown report on several runs. A run tests one area, which is a part of the code (areas.mjs).
 * @param {readonly { name: string, report: StrykerReport, seconds: number }[]} runs
 * @param {string} date
 */
export function reportText(runs, date) {
  const rows = runs.map(({ name, report, seconds }) => {
    const { noticed, missed, ignored } = scoreOf(report)
    const percent = percentOf({ noticed, missed, ignored })
    const skipped = Object.values(ignored).reduce((sum, count) => sum + count, 0)
    const cells = [name, noticed, missed, skipped, percent === null ? '–' : `${percent.toFixed(1)} %`]
    return `| ${[...cells, `${Math.round(seconds)} s`].join(' | ')} |`
  })
  const reasons = runs.flatMap(({ report }) => Object.entries(scoreOf(report).ignored))
  const ignored = Map.groupBy(reasons, ([reason]) => reason)
  return [
    `# Mutation run, ${date}`,
    '',
    '| Area | Noticed | Missed | Ignored | Score | Time |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    ...(ignored.size > 0 ? ['', '## Ignored', ''] : []),
    ...[...ignored].map(
      ([reason, each]) => `- ${each.reduce((sum, [, count]) => sum + count, 0)}: ${reason}`,
    ),
    ...runs.flatMap(({ name, report }) => {
      const lines = missedLines(report)
      return lines.length === 0 ? [] : ['', `## Missed in ${name}`, '', ...lines.map((line) => `- ${line}`)]
    }),
    '',
  ].join('\n')
}

/** @type {(report: StrykerReport) => Mutant[]} */
const mutantsOf = (report) => Object.values(report.files).flatMap(({ mutants }) => mutants)

/**
 * Returns the code between two positions.
 * @type {(source: string, location: Mutant['location']) => string}
 */
function codeAt(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  // First removes the code after `end`, then the code before `start`. In the opposite order, the column of
  // `end` would be wrong if `start` and `end` are in one line.
  lines[lines.length - 1] = lines.at(-1)?.slice(0, end.column - 1) ?? ''
  lines[0] = lines[0]?.slice(start.column - 1) ?? ''
  return lines.join('\n')
}

/** @type {(code: string) => string} */
function oneLine(code) {
  const line = code.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_CODE ? `${line.slice(0, MAX_CODE)}…` : line
}
