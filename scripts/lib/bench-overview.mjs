// The table that `npm run bench` prints when the command names no bench. It shows the key figures of all
// benches, each beside the figure of a comparable program or page (the peer). Product and peer are measured
// in the same run, because figures of different machines cannot be compared.

/** @typedef {Record<string, string | number>} Row a row that a bench has printed */
/** @typedef {{ figure: string, ours: string | number, peer: string | number, 'who the peer is': string }} Line */
/**
 * @typedef {object} Short a bench with arguments that keep it short
 * @property {string} name
 * @property {string[]} args
 * @property {(rows: Row[]) => Line[]} lines picks the key figures; throws when a row is missing
 */

/**
 * Returns the first row whose fields have the given values. Throws when there is none.
 * @param {Row[]} rows
 * @param {Row} fields
 * @returns {Row}
 */
function rowWith(rows, fields) {
  const row = rows.find((one) => Object.entries(fields).every(([name, value]) => one[name] === value))
  if (!row) throw new Error(`the bench printed no row with ${JSON.stringify(fields)}`)
  return row
}

/** @type {(row: Row, column: string) => string | number} */
function cell(row, column) {
  const value = row[column]
  if (value === undefined) throw new Error(`the bench printed no column "${column}"`)
  return value
}

/** @type {(figure: string, ours: string | number, peer: string | number, who: string) => Line} */
const line = (figure, ours, peer, who) => ({ figure, ours, peer, 'who the peer is': who })

/** @type {Short[]} */
export const SHORT_BENCHES = [
  {
    name: 'api',
    args: ['1'],
    lines: (rows) => {
      const page = rowWith(rows, { call: 'the home page', connections: 10 })
      const file = rowWith(rows, { call: 'nginx, a file of the page’s size', connections: 10 })
      return ['per second', 'p99 ms'].map((column) =>
        line(
          `home page, ${column}`,
          cell(page, column),
          cell(file, column),
          'nginx with a file of that size',
        ),
      )
    },
  },
  {
    name: 'proxy',
    args: ['256', '20'],
    lines: (rows) => {
      const own = rowWith(rows, { round: 'median', server: 'our edge' })
      const nginx = rowWith(rows, { round: 'median', server: 'nginx proxy_pass' })
      return ['MB/s', 'CPU s/GiB'].map((column) =>
        line(`proxied file, ${column}`, cell(own, column), cell(nginx, column), 'nginx proxy_pass'),
      )
    },
  },
  {
    name: 'extract',
    args: [],
    lines: (rows) =>
      ['YouTube', 'direct MP4'].map((link) => {
        const row = rowWith(rows, { link: link.padEnd(10) })
        const peer = 'a new yt-dlp process for each link'
        return line(`extraction of ${link}, p50 ms`, cell(row, 'fork p50'), cell(row, 'process p50'), peer)
      }),
  },
  {
    name: 'merge',
    args: ['50'],
    lines: (rows) => {
      const row = rowWith(rows, { MB: 50, source: '20 MB/s, one connection' })
      const peer = 'download both files, merge, store'
      return [
        line('merge of 50 MB, s', cell(row, 'ours s'), cell(row, 'usual s'), peer),
        line('file ready after the last byte, s', cell(row, 'tail s'), cell(row, 'usual tail s'), peer),
      ]
    },
  },
  {
    name: 'pages',
    args: ['1', 'home'],
    lines: (rows) => {
      const [home, bare] = [rowWith(rows, { page: 'home' }), rowWith(rows, { page: 'bare' })]
      return [line('home page, largest paint, ms', cell(home, 'lcp'), cell(bare, 'lcp'), 'an empty page')]
    },
  },
]
