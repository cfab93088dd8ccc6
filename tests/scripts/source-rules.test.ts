import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Rules for the source files that the linter cannot check.

const root = new URL('../..', import.meta.url).pathname
const tracked = execFileSync('git', ['ls-files'], { cwd: root }).toString().trim().split('\n')
const sources = tracked.filter(
  (file) => /\.(ts|tsx|mjs|py)$/.test(file) && !file.endsWith('worker-configuration.d.ts'),
)
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')

/** The print width of oxfmt in characters. */
const WIDTH = 110
/** Types in JSDoc tags and URLs cannot be wrapped. */
const UNBREAKABLE = /@(param|returns|typedef)|https?:\/\//

test.for(['contract', 'edge', 'merger', 'web'])(
  'no two files of %s export a type with the same name',
  (program) => {
    const names = new Map<string, string[]>()
    const files = sources.filter((file) => file.startsWith(`${program}/`))
    expect(files.length).toBeGreaterThan(10)
    for (const file of files)
      for (const [, name] of read(file).matchAll(/^export (?:type|interface|class) (\w+)/gm))
        names.set(name!, [...(names.get(name!) ?? []), file])
    expect([...names].filter(([, places]) => places.length > 1)).toEqual([])
  },
)

test('no comment is wider than the print width', () => {
  const wide = sources.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) =>
        line.length > WIDTH && /^\s*(\/\/|\*|\/\*\*|#) /.test(line) && !UNBREAKABLE.test(line)
          ? [`${file}:${index + 1}`]
          : [],
      ),
  )
  expect(wide).toEqual([])
})
