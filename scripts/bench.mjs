import fs from 'node:fs'
import os from 'node:os'
import { underOwnNode } from './lib/own-node.mjs'
import { main, root, run, step, StepFailed } from './lib/step.mjs'

/** Limit of one bench in its short form. */
const SHORT_SECONDS = 600

/**
 * `npm run bench`: runs all benches in a short form and prints one table, in which a peer that ran on the
 * same machine stands beside each figure. `npm run bench -- NAME [ARGUMENT ...]`: measures one thing and
 * prints its whole table. Each file of scripts/bench is one bench and exports a function that takes the
 * arguments. The folders there hold the files that one bench consists of.
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

/** Each bench runs in a process of its own, so that its servers end with it. */
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
      // The other benches still run.
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
