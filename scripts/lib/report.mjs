// Counts the API requests and the ended tasks of a day by platform and failure code. The input is log lines
// or a response of Workers Analytics Engine.

/**
 * @typedef {{
 *   event: string
 *   platform: string
 *   code: string
 *   count: number
 *   p50: number
 *   p99: number
 *   bytes: number
 * }} Row `p50` and `p99`: quantiles of the duration in milliseconds; `bytes`: the sum of all bytes
 */

const DATASET = /^\w{1,64}$/
/**
 * Matches a JSON object that spans several lines, or else a single line. `wrangler tail --format json` prints
 * each event over several lines. Only the first `{` and the last `}` of an event are not indented.
 */
const DOCUMENT = /^\{\r?\n[^]*?^\}|^.+$/gm

/**
 * Returns the SQL query whose response `rowsOf` parses. edge/count.ts defines the columns.
 * @param {string} dataset
 */
export function query(dataset) {
  if (!DATASET.test(dataset)) throw new Error(`"${dataset}" is no name of a dataset.`)
  return `SELECT blob1 AS event, blob2 AS platform, blob3 AS code, SUM(_sample_interval) AS count,
  quantileExactWeighted(0.5)(double1, _sample_interval) AS p50,
  quantileExactWeighted(0.99)(double1, _sample_interval) AS p99,
  SUM(double2 * _sample_interval) AS bytes
FROM ${dataset}
WHERE timestamp > NOW() - INTERVAL '1' DAY
GROUP BY event, platform, code
ORDER BY count DESC
FORMAT JSON`
}

/**
 * Returns the counts of API requests and ended tasks by event, platform and failure code. The text is one of
 * these:
 * - The JSON response of Analytics Engine, which already contains the counts.
 * - A log of the product, or the output of `wrangler tail --format json`. Other lines are ignored.
 * @param {string} text
 * @returns {Row[]} most frequent first
 */
export function rowsOf(text) {
  const answer = parsed(text)
  if (answer && Array.isArray(answer.data))
    return answer.data.map((/** @type {Record<string, unknown>} */ row) => ({
      event: String(row['event']),
      platform: String(row['platform']),
      code: String(row['code']),
      count: Number(row['count']),
      p50: Number(row['p50']),
      p99: Number(row['p99']),
      bytes: Number(row['bytes']),
    }))
  /** @type {Map<string, { event: string, platform: string, code: string, ms: number[], bytes: number }>} */
  const groups = new Map()
  for (const line of (text.match(DOCUMENT) ?? []).flatMap(logLines)) {
    const { event, path = '', status } = line
    if (event !== 'task' && !(event === 'request' && path.startsWith('/api/'))) continue
    if (event === 'task' && status !== 'completed' && status !== 'failed') continue
    const platform = line.platform ?? line.host ?? '-'
    const code = String(line.code ?? (typeof status === 'number' && status >= 400 ? status : 'ok'))
    const key = [event, platform, code].join('\n')
    const group = groups.get(key) ?? { event, platform, code, ms: [], bytes: 0 }
    group.ms.push(line.ms ?? 0)
    group.bytes += line.bytes ?? 0
    groups.set(key, group)
  }
  return [...groups.values()]
    .map(({ ms, ...group }) => ({
      ...group,
      count: ms.length,
      p50: quantile(ms, 0.5),
      p99: quantile(ms, 0.99),
    }))
    .toSorted((a, b) => b.count - a.count)
}

/**
 * @typedef {{ event: string, path?: string, status?: number | string, platform?: string, host?: string,
 *   code?: string, ms?: number, bytes?: number }} LogLine
 */

/**
 * Parses one JSON object: a log line of the product, or an event of `wrangler tail` with several log lines.
 * @param {string} text
 * @returns {LogLine[]}
 */
function logLines(text) {
  const value = parsed(text)
  if (typeof value?.event === 'string') return [/** @type {LogLine} */ (/** @type {unknown} */ (value))]
  const logs = /** @type {{ message?: unknown[] }[]} */ (Array.isArray(value?.logs) ? value.logs : [])
  return logs.flatMap(({ message = [] }) =>
    message.flatMap((one) => (typeof one === 'string' && one.startsWith('{') ? logLines(one) : [])),
  )
}

/**
 * Returns the nearest-rank quantile of the values.
 * @param {number[]} values
 * @param {number} q from 0 to 1
 */
export function quantile(values, q) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? 0
}

/**
 * Parses a JSON object; undefined for any other text.
 * @param {string} text
 * @returns {Record<string, unknown> & { data?: never[] } | undefined}
 */
function parsed(text) {
  try {
    const value = JSON.parse(text)
    return value !== null && typeof value === 'object' ? value : undefined
  } catch {
    return undefined // The text is not one JSON value: it is a line of another program, or a whole log.
  }
}

/**
 * Formats the rows as a table. Below the table, two lines show the share of failures: one line for the API
 * requests, and one for the tasks.
 * @param {Row[]} rows
 */
export function table(rows) {
  const cells = [
    ['event', 'platform', 'code', 'count', 'p50 ms', 'p99 ms', 'MB'],
    ...rows.map(({ event, platform, code, count, p50, p99, bytes }) => [
      event,
      platform,
      code,
      String(count),
      p50.toFixed(0),
      p99.toFixed(0),
      (bytes / 1e6).toFixed(1),
    ]),
  ]
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  )
  const lines = cells.map((row) =>
    row
      .map((cell, column) =>
        column < 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  const shares = [...new Set(rows.map(({ event }) => event))].map((event) => {
    const own = rows.filter((row) => row.event === event)
    const sum = own.reduce((total, { count }) => total + count, 0)
    const failed = own.filter(({ code }) => code !== 'ok').reduce((total, { count }) => total + count, 0)
    return `${event}: ${sum} in all, ${((100 * failed) / Math.max(1, sum)).toFixed(1)} % with a failure`
  })
  return [...lines, '', ...shares].join('\n')
}
