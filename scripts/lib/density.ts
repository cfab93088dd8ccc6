import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { countLines } from './comment-share.ts'
import { replacedNames } from './replaced-names.ts'
import { root } from './step.ts'

export const KINDS = ['constants', 'expressions', 'names'] as const
export type Kind = (typeof KINDS)[number]
export type Counts = Record<Kind, number>
export type Density = Counts & { code: number; characters: number; branches: number }

export const FOLDERS = ['contract', 'media', 'edge', 'merger', 'web'] as const
export type Folder = (typeof FOLDERS)[number]

const BRANCHES = new Set(['??', '&&', '||'])
const NUMBER = /^[A-Z][A-Z0-9_]*$/

type Node = { type: string } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function* nodesOf(top: Node): Generator<Node> {
  const waiting: Node[] = [top]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node
    for (const value of Object.values(node)) waiting.push(...[value].flat().filter(isNode))
  }
}

/** Counts of a TypeScript file: constants in capitals that hold a number, regular expressions, branches. */
export function densityOf(file: string, text: string): Density {
  const found = { constants: 0, expressions: 0, names: 0, branches: 0 }
  for (const node of nodesOf(parseSync(file, text).program as unknown as Node)) {
    if (isExpression(node)) found.expressions++
    if (isConstant(node)) found.constants++
    if (isBranch(node)) found.branches++
  }
  return { ...found, ...sizeOf(text, false) }
}

function isExpression(node: Node): boolean {
  if (node.type === 'Literal') return node['regex'] !== undefined
  const callee = node['callee'] as Node | undefined
  return node.type === 'NewExpression' && callee?.['name'] === 'RegExp'
}

function isConstant({ type, id, init }: Node): boolean {
  if (type !== 'VariableDeclarator' || !isNode(id) || !isNode(init)) return false
  return NUMBER.test(String(id['name'])) && isNumber(init)
}

function isNumber(node: Node): boolean {
  if (node.type === 'Literal') return typeof node['value'] === 'number'
  const operands = [node['left'], node['right'], node['argument']].filter(isNode)
  return operands.length > 0 && operands.every(isNumber)
}

const isBranch = (node: Node) =>
  node.type === 'ConditionalExpression' ||
  (node.type === 'LogicalExpression' && BRANCHES.has(String(node['operator'])))

const PYTHON_CONSTANT = /^[A-Z][A-Z0-9_]*(?::[^=\n]*)? = -?[\d(][\d_. *()]*$/gm
const PYTHON_EXPRESSION = /\bre\.(?:compile|search|match|fullmatch|sub|split|findall|finditer)\(/g
const PYTHON_BRANCH = /\b(?:and|or)\b|\bif\b[^\n:]*\belse\b/g

function pythonDensity(text: string): Density {
  const count = (form: RegExp) => text.match(form)?.length ?? 0
  return {
    constants: count(PYTHON_CONSTANT),
    expressions: count(PYTHON_EXPRESSION),
    names: 0,
    branches: count(PYTHON_BRANCH),
    ...sizeOf(text, true),
  }
}

/** Code lines, and the characters of lines without indentation and comments. */
function sizeOf(text: string, isPython: boolean): Pick<Density, 'code' | 'characters'> {
  const { code } = countLines(text, isPython)
  const comment = isPython ? /^#/ : /^(?:\/\/|\/?\*)/
  const lines = text.split('\n').map((line) => line.trim())
  const written = lines.filter((line) => !comment.test(line))
  return { code, characters: written.reduce((sum, line) => sum + line.length, 0) }
}

export function densities(): Record<Folder, Density> {
  const names = Object.values(replacedNames()).flat().length
  return Object.fromEntries(
    FOLDERS.map((folder) => {
      const files = fs.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      const sources = files.filter((file) => /\.(?:tsx?|py)$/.test(file) && !file.endsWith('.d.ts'))
      const all = sources.map((file) => {
        const text = fs.readFileSync(path.join(root, folder, file), 'utf8')
        return file.endsWith('.py') ? pythonDensity(text) : densityOf(file, text)
      })
      const sum = (key: keyof Density) => all.reduce((total, one) => total + one[key], 0)
      const total = {
        constants: sum('constants'),
        expressions: sum('expressions'),
        names: folder === 'merger' ? names : 0,
        branches: sum('branches'),
        code: sum('code'),
        characters: sum('characters'),
      }
      return [folder, total]
    }),
  ) as Record<Folder, Density>
}
