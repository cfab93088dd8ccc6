import fs from 'node:fs'
import { parseSync } from 'vite'

// The sentences that stand in the code of the pages and in their messages, and the alternative texts of
// pictures. web/content/ and texts/ have all others.

const root = new URL('../../../', import.meta.url)

const files = fs
  .readdirSync(new URL('web', root), { recursive: true, encoding: 'utf8' })
  .map((name) => `web/${name}`)
  .filter((path) => /\.tsx?$/.test(path) && !/^web\/content\/|\.d\.ts$/.test(path))
  .concat('contract/failures.ts', 'contract/refused-link.ts')

type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** No visitor sees them. */
function isHidden(node: Node): boolean {
  const { callee, name } = node as { callee?: { object?: Node }; name?: Node }
  return (
    /^(Import|TSType|TSInterface)/.test(node.type) ||
    (node.type === 'JSXAttribute' && name?.['name'] === 'className') ||
    (node.type === 'NewExpression' && String((node['callee'] as Node)['name']).endsWith('Error')) ||
    (node.type === 'CallExpression' && callee?.object?.['name'] === 'console')
  )
}

function textOf(node: Node): string | undefined {
  const { type, value, regex } = node
  if (type === 'JSXText' || (type === 'Literal' && !regex)) return String(value)
  if (type !== 'TemplateLiteral') return undefined
  return (node['quasis'] as { value: { cooked: string } }[]).map((one) => one.value.cooked).join('…')
}

/** Not a label. No selector, outline or piece of HTML either. */
const isSentence = (text: string): boolean =>
  /^\S+(?: \S+){2}/.test(text) && /[.,:!?]/.test(text) && !/[{}<>=]|^\(|\/\S+ \/|^[Mm][\d.]/.test(text)

function* textsIn(value: unknown, isAlt = false): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* textsIn(one, isAlt)
  if (!isNode(value) || isHidden(value)) return
  const text = textOf(value)?.replaceAll(/\s+/g, ' ').trim()
  if (text && (isAlt || isSentence(text))) yield text
  const isNext = isAlt || (value.type === 'JSXAttribute' && (value['name'] as Node)['name'] === 'alt')
  for (const part of Object.values(value)) yield* textsIn(part, isNext)
}

export const componentTexts: readonly string[] = files.flatMap((path) => {
  const { program } = parseSync(path, fs.readFileSync(new URL(path, root), 'utf8'))
  return [...textsIn(program)]
})
