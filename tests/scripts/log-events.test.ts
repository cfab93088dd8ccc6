import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const sources = globSync('{edge,merger}/**/*.ts', { cwd: new URL('../..', import.meta.url).pathname })
/** A call of `log`, or the event of a shared read. */
const EVENT = /\blog\(\s*'([a-z_]+)'|\bevent: '([a-z_]+_(?:failed|unreadable|stuck))'/g

const written = new Set(
  sources.flatMap((file) => [...read(file).matchAll(EVENT)].map(([, called, shared]) => called ?? shared!)),
)

test('each event of the log is in the table of the operator, and no other', () => {
  const page = read('docs/operations.md')
  const section = page.slice(page.indexOf('## Logs'), page.indexOf('## Counts and health'))
  const rows = section.split('\n').filter((line) => /^\| `(?!event`)/.test(line))
  const told = rows.flatMap((row) => row.split('|')[1]!.match(/[a-z_]+/g) ?? [])
  expect(told.toSorted()).toEqual([...written].toSorted())
})
