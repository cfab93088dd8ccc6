import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { root, run } from '../step.ts'

/** `place`: the first file that has it. */
export type Expression = { source: string; flags: string; place: string }

const FOLDERS = '{contract,edge,media,merger,web}'

export const nameOf = ({ source, flags }: Pick<Expression, 'source' | 'flags'>) => `/${source}/${flags}`

/** Every regular expression that the product writes down, each once. */
export async function expressions(): Promise<Expression[]> {
  const scripts = globSync(`${FOLDERS}/**/*.{ts,tsx}`, { cwd: root }).flatMap(inScript)
  const found = new Map<string, Expression>()
  for (const one of [...scripts, ...(await inPython())])
    if (!found.has(nameOf(one))) found.set(nameOf(one), one)
  return [...found.values()]
}

function inScript(place: string): Expression[] {
  const text = readFileSync(`${root}/${place}`, 'utf8')
  const tree = parseAst(text, { lang: place.endsWith('x') ? 'tsx' : 'ts' })
  return literalsIn(tree).map(({ pattern, flags }) => ({ source: pattern, flags, place }))
}

type Literal = { pattern: string; flags: string }

function literalsIn(node: unknown): Literal[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'regex' in node && node.regex ? [node.regex as Literal] : []
  return [...own, ...Object.values(node).flatMap(literalsIn)]
}

/** As JavaScript writes them: recheck reads no other form. */
async function inPython(): Promise<Expression[]> {
  const { code, output } = await run('python3', [`${root}/scripts/lib/expressions/in_python.py`, root])
  if (code !== 0) throw new Error(output)
  const found = JSON.parse(output) as Expression[]
  return found.map((one) => ({ ...one, source: one.source.replaceAll('(?P<', '(?<').replaceAll('\\Z', '$') }))
}
