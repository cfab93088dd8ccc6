import fs from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => fs.readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const numberOf = (text: string) => Number(text.replaceAll(/[,_]/g, ''))

/** A figure of a document, and the constant that decides it. Each form captures the number. */
const FIGURES: [document: string, says: RegExp, source: string, constant: RegExp][] = [
  ['docs/decisions/limits.md', /([\d,]+) tasks, /, 'wrangler.toml', /^BUDGET_TASKS = "(\d+)"/m],
  ['docs/decisions/limits.md', / ([\d,]+) GiB and \d+ container/, 'wrangler.toml', /^BUDGET_GIB = "(\d+)"/m],
  [
    'docs/decisions/limits.md',
    /(\d+) container hours\./,
    'wrangler.toml',
    /^BUDGET_CONTAINER_HOURS = "(\d+)"/m,
  ],
  [
    'docs/decisions/probing.md',
    /has (\d+) MiB of\s+memory/,
    'merger/process/ffprobe.ts',
    /MEMORY = (\d+) \* 1024/,
  ],
  ['docs/decisions/probing.md', /and (\d+) s of CPU/, 'merger/process/run.ts', /cpuSeconds: (\d+)/],
  ['docs/architecture.md', /parts of (\d+) MiB/, 'contract/limits.ts', /PART_BYTES = (\d+) \* 1024/],
  [
    'docs/architecture.md',
    /more than (\d+)\s+MiB of the file/,
    'merger/merge/backlog.ts',
    /BACKLOG_LIMITS.*bytes: (\d+) \* MB/,
  ],
]

test.each(FIGURES)('%s and its constant agree on %s', (document, says, source, constant) => {
  const [, said] = says.exec(read(document)) ?? []
  const [, decided] = constant.exec(read(source)) ?? []
  expect([said, decided]).not.toContain(undefined)
  expect(numberOf(said!)).toBe(numberOf(decided!))
})
