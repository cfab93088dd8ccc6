import fs from 'node:fs'
import type { Block, Text } from '../../../web/content/prose.ts'
import { type Token as MarkedToken, type Tokens, marked } from 'marked'

// Typed blocks, so that the pages need no Markdown parser.

type Token = MarkedToken & { tokens?: MarkedToken[] }
type Run = Exclude<Text, string>[number]

const folder = new URL('../../../web/content/articles/', import.meta.url)

export function blocksOf(markdown: string): Block[] {
  return marked
    .lexer(markdown)
    .filter((token) => token.type !== 'space')
    .map((token) => {
      if (token.type === 'heading' && token['depth'] === 2) return { kind: 'heading', text: plainText(token) }
      if (token.type === 'paragraph') return { kind: 'paragraph', text: textOf(token.tokens) }
      if (token.type === 'list') {
        const { ordered, items } = token as Tokens.List
        return { kind: ordered ? 'steps' : 'list', items: items.map((item) => textOf(item.tokens)) }
      }
      throw new Error(`Articles do not support: ${token.raw}`)
    })
}

function textOf(tokens: Token[] | undefined = []): Text {
  const runs = tokens.flatMap(runsOf)
  return runs.every((run) => typeof run === 'string') ? runs.join('') : runs
}

function runsOf(token: Token): Run[] {
  if (token.type === 'text' && token.tokens) return token.tokens.flatMap(runsOf)
  if (token.type === 'text' || token.type === 'escape') return [String(token['text']).replaceAll(/\s+/g, ' ')]
  if (token.type === 'strong') return [{ strong: plainText(token) }]
  if (token.type === 'link') return [{ link: plainText(token), to: String(token['href']) }]
  throw new Error(`Articles do not support: ${token.raw}`)
}

function plainText(token: Token): string {
  const runs = (token.tokens ?? []).flatMap(runsOf)
  return runs
    .map((run) => {
      if (typeof run === 'string') return run
      throw new Error(`Bold text, links and headings contain only plain text: ${token.raw}`)
    })
    .join('')
}

export function compiled(): { name: string; module: string }[] {
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((file) => {
      const name = file.replace(/\.md$/, '')
      const blocks = blocksOf(fs.readFileSync(new URL(file, folder), 'utf8'))
      const head = `// Compiled from ${file} by scripts/run/pages/articles.ts; change the text there.\nimport type { Block } from '../prose.ts'\n`
      const lines = blocks.map((block) => `  ${JSON.stringify(block)},`).join('\n')
      const module = `${head}\n/** The text of the article. */\n// oxfmt-ignore\nexport const article: readonly Block[] = [\n${lines}\n]\n`
      return { name, module }
    })
}

/** An unchanged file keeps its modification time, so that it does not cause a new build. */
export function compileArticles(): number {
  const changed = compiled().filter(({ name, module }) => {
    const file = new URL(`${name}.ts`, folder)
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === module) return false
    fs.writeFileSync(file, module)
    return true
  })
  return changed.length
}
