import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// Rules for the source files. The linter cannot check these rules.

const root = new URL('../..', import.meta.url).pathname
const tracked = execFileSync('git', ['ls-files'], { cwd: root }).toString().trim().split('\n')
const sources = tracked.filter(
  (file) => /\.(ts|tsx|mjs|py)$/.test(file) && !file.endsWith('worker-configuration.d.ts'),
)
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')

/** The print width of oxfmt in characters. */
const WIDTH = 110
/** Matches lines that may be wider than WIDTH, because they contain a URL or one of these JSDoc tags. */
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

test('no comment is wider than the print width of 110 characters', () => {
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
 * Returns the static imports of a module: paths of the project's modules, and names of packages. Includes the
 * imports of imported .mjs files. Leaves out Node's own modules.
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
  'npm run %s starts without installed packages',
  (command) => {
    const imports = [...staticImports(`scripts/${command}.mjs`)]
    expect(imports).toContain('scripts/lib/step.mjs')
    expect(imports.filter((name) => !name.endsWith('.mjs'))).toEqual([])
  },
)

/** Returns the anchor that GitHub gives to a Markdown heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

test('every link between documents leads somewhere', () => {
  // Markdown files below web/ are articles. Their links lead to paths of the site, not to files.
  const documents = tracked.filter((file) => file.endsWith('.md') && !file.startsWith('web/'))
  const links = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, to = '', anchor]) => ({
      file,
      target: to === '' ? file : path.join(path.dirname(file), to),
      anchor,
    })),
  )
  expect(links.length).toBeGreaterThan(50)
  const isBroken = ({ target, anchor }: { target: string; anchor: string | undefined }) => {
    const folder = target.replace(/\/?$/, '/')
    if (!tracked.includes(target)) return !tracked.some((file) => file.startsWith(folder))
    const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))
    return anchor !== undefined && !headings.includes(anchor)
  }
  expect(links.filter(isBroken)).toEqual([])
})
