import fs from 'node:fs'
import os from 'node:os'
import { underOwnNode } from './lib/setup/own-node.mjs'
import { main, root, run, step, StepFailed } from './lib/step.mjs'

/** Maximum seconds for one bench when `npm run bench` runs all benches. */
const SHORT_SECONDS = 600

/**
 * `npm run bench` runs every bench with the short arguments of `SHORT_BENCHES` and prints one table. Beside
 * each figure of the product, the table shows the figure of a comparable program on the same machine.
 *
 * `npm run bench -- NAME [ARGUMENT ...]` runs one bench and prints its whole table.
 *
 * Each file in scripts/bench is one bench and exports a function that takes the arguments. A folder in
 * scripts/bench holds the further files of the bench with the same name.
 */
await main(() =>
  underOwnNode(import.meta.filename, async () => {
    const benches = fs
      .readdirSync(`${root}/scripts/bench`)
      .filter((file) => file.endsWith('.mjs'))
      .map((file) => file.replace(/\.mjs$/, ''))
    const [name, ...args] = process.argv.slice(2)
    if (name === undefined) return await overview()
    if (!benches.includes(name))
      throw new StepFailed(`Name a bench: npm run bench -- NAME\n\n  ${benches.join('\n  ')}`)
    const bench = /** @type {{ default: (args: string[]) => Promise<void> }} */ (
      await import(`./bench/${name}.mjs`)
    )
    await bench.default(args)
  }),
)

/** Runs each bench in a child process. When the child process ends, the servers of the bench end too. */
async function overview() {
  const { SHORT_BENCHES } = await import('./lib/bench-overview.mjs')
  const { table } = await import('./lib/measuring.mjs')
  const folder = fs.mkdtempSync(`${os.tmpdir()}/bench-`)
  /** @type {import('./lib/bench-overview.mjs').Line[]} */
  const lines = []
  /** @type {string[]} */
  const failed = []
  for (const { name, args, lines: linesOf } of SHORT_BENCHES) {
    const file = `${folder}/${name}`
    try {
      await step(`bench ${name}`, async () => {
        const { code, output } = await run('node', ['scripts/bench.mjs', name, ...args], {
          seconds: SHORT_SECONDS,
          extra: { BENCH_ROWS: file },
        })
        if (code !== 0) throw new StepFailed(`The bench ended with ${code}:\n${output.slice(-2_000)}`)
        lines.push(
          ...linesOf(
            fs
              .readFileSync(file, 'utf8')
              .trim()
              .split('\n')
              .map((row) => JSON.parse(row)),
          ),
        )
      })
    } catch (error) {
      // A failed bench does not stop the other benches.
      console.error(error instanceof Error ? error.message : error)
      failed.push(name)
    }
  }
  fs.rmSync(folder, { recursive: true })
  const width = Math.max(0, ...lines.map(({ figure }) => figure.length))
  const print = table({ figure: width, ours: 8, peer: 8, 'who the peer is': 36 })
  console.log()
  for (const line of lines) print(line)
  if (failed.length > 0) throw new StepFailed(`These benches failed: ${failed.join(', ')}.`)
}
