import fs from 'node:fs'
import { expect, test } from 'vitest'
import { elsewhere } from '../corpus/elsewhere.ts'

// Checks that the tests run every group and every entry of the corpus of bad inputs.

const tests = new URL('..', import.meta.url).pathname
const { groups } = JSON.parse(fs.readFileSync(`${tests}corpus/bad-inputs.json`, 'utf8')) as {
  groups: Record<string, { name: string }[]>
}
const sources = ['edge', 'e2e', 'merger', 'contract'].flatMap((folder) =>
  fs
    .readdirSync(`${tests}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('corpus.test.ts'))
    .map((name) => ({
      path: `tests/${folder}/${name}`,
      text: fs.readFileSync(`${tests}${folder}/${name}`, 'utf8'),
    })),
)
const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`

test.each(Object.keys(groups))('a test file runs the group "%s"', (group) => {
  // A group is a list of entries (bad inputs). A test file runs a group if the file passes the name of the
  // group to one of these functions:
  // - `testEach` (tests/edge/corpus.ts) defines a test for each entry that is not in `elsewhere`.
  // - `everyOf` (tests/e2e/hostile/pages.test.ts) returns all entries.
  const runs = sources.filter(({ text }) =>
    ['testEach(', 'everyOf('].some((call) => text.replace(/\(\s+/g, '(').includes(call + quoted(group))),
  )
  expect(runs.map(({ path }) => path)).not.toEqual([])
})

const exceptions = Object.entries(elsewhere).flatMap(([group, entries]) =>
  Object.entries(entries).map(([name, path]) => ({ group, name, path })),
)

test.each(exceptions)('in $path, one title contains "$name"', ({ group, name, path }) => {
  expect(groups[group]?.map((entry) => entry.name)).toContain(name)
  const source = sources.find((one) => one.path === path)?.text ?? ''
  const titles = [...source.matchAll(/test\('[^']*\(corpus: ([^']*)\)'/g)].map(([, title]) => title)
  expect(titles.filter((title) => title?.includes(name))).toHaveLength(1)
})
