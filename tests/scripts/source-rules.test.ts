import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
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
/** Matches lines that may be wider than WIDTH, because they contain a URL. */
const UNBREAKABLE = /https?:\/\//

test.for(['contract', 'media', 'edge', 'merger', 'web'])(
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

/** Exports that no import names: `import.meta.glob`, the Workers runtime and Stryker read them. */
const READ_BY_NAME: [RegExp, RegExp][] = [
  [/^contract\/platforms\//, /^(samples|counterSamples)$/],
  [/^texts\/[a-z]{2,3}(?:-\w+)*\//i, /^(texts|claims)$/],
  [/^web\/pages\//, /^Page$/],
  [/^edge\/worker\.ts$/, /^[A-Z]/],
  [/^machine\/workers\//, /^[A-Z]/],
  [/^scripts\/measure\/mutation\/ignore\.ts$/, /^strykerPlugins$/],
]

function unusedExports(files: string[]): string[] {
  const exported: { file: string; name: string }[] = []
  const used = new Set<string>()
  const texts = new Map<string, string[]>()
  for (const file of files) {
    const text = read(file)
    const target = (from: string) =>
      from === '#render' ? 'web/render.tsx' : path.join(from.startsWith('.') ? path.dirname(file) : '', from)
    const whole = (from: string) => texts.set(target(from), [...(texts.get(target(from)) ?? []), text])
    const { staticExports, staticImports } = parseSync(file, text).module
    for (const { entries } of staticExports)
      for (const { exportName, importName, moduleRequest } of entries) {
        if (exportName.name) exported.push({ file, name: exportName.name })
        if (moduleRequest && importName.name) used.add(`${target(moduleRequest.value)} ${importName.name}`)
      }
    for (const { entries, moduleRequest } of staticImports)
      for (const { importName } of entries)
        if (importName.name) used.add(`${target(moduleRequest.value.replace(/^#/, ''))} ${importName.name}`)
        else whole(moduleRequest.value)
    for (const [, from] of text.matchAll(/\bimport(?:Actual)?\(\s*'([^']+)'/g)) whole(from!)
    for (const [, from] of text.matchAll(/typeof import\(\s*'([^']+)'\)$/gm)) used.add(target(from!))
  }
  const isUsed = (file: string, name: string) =>
    used.has(file) ||
    used.has(`${file} ${name}`) ||
    texts.get(file)?.some((text) => new RegExp(`\\b${name}\\b`).test(text)) ||
    READ_BY_NAME.some(([place, names]) => place.test(file) && names.test(name))
  return exported.filter(({ file, name }) => !isUsed(file, name)).map(({ file, name }) => `${file}: ${name}`)
}

test('no file exports a name that no other file uses', () => {
  expect(unusedExports(sources.filter((file) => !file.endsWith('.py')))).toEqual([])
})

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

test('the start of every command needs no installed package', () => {
  const imports = [...read('scripts/node24.mjs').matchAll(/\bfrom '([^']+)'|import\(/g)].map(
    ([, name]) => name,
  )
  expect(imports.filter((name) => !name?.startsWith('node:'))).toEqual([])
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const { format: _, ...commands } = scripts
  for (const command of Object.values(commands))
    expect(command).toMatch(
      /^node scripts\/node24\.mjs && exec node_modules\/\.bin\/node scripts\/\w+\/[\w-]+\.ts/,
    )
})

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

test('every file that a document or a comment names exists', () => {
  const documents = tracked.filter((file) => file.endsWith('.md') && !/^(web\/|CHANGELOG)/.test(file))
  const inDocuments = documents.flatMap((file) =>
    [...read(file).matchAll(/`((?:contract|docs|edge|merger|scripts|tests|web)\/[\w/.-]+\.\w+)`/g)].map(
      ([, name]) => ({ file, name: name! }),
    ),
  )
  const inComments = [...sources, ...tracked.filter((file) => /\.(sh|toml|yml)$/.test(file))].flatMap(
    (file) => [...read(file).matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([name]) => ({ file, name })),
  )
  expect(inDocuments.length).toBeGreaterThan(300)
  expect([...inDocuments, ...inComments].filter(({ name }) => !tracked.includes(name))).toEqual([])
})
