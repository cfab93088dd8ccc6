import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
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

/**
 * Returns the modules that a module imports statically, directly or through other modules of the project:
 * paths for modules of the project, names for packages.
 */
function staticImports(file: string, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of read(file).matchAll(/^(?:import|export) [^()]*?from '([^']+)'/gm)) {
    const target = name.startsWith('.') ? path.join(path.dirname(file), name) : name
    if (found.has(target) || name.startsWith('node:')) continue
    found.add(target)
    if (target.endsWith('.mjs')) staticImports(target, found)
  }
  return found
}

test.for(['bench', 'deploy', 'image', 'mutate', 'start', 'test', 'check', 'build'])(
  'npm run %s starts in a fresh clone, because it imports no package and no TypeScript before it installs the packages',
  (command) => {
    const imports = [...staticImports(`scripts/${command}.mjs`)]
    expect(imports).toContain('scripts/lib/step.mjs')
    expect(imports.filter((name) => !name.endsWith('.mjs'))).toEqual([])
  },
)
