// Compiles the articles, web/content/articles/*.md, into the typed blocks that pages render without a parser. Every build
// does it first; tests/scripts/articles.test.ts fails where what is checked in is older than its text.
import fs from 'node:fs'
import { marked } from 'marked'

const folder = new URL('../../web/content/articles/', import.meta.url)

/** The blocks of a Markdown text. Throws on what our articles have no form for: pictures, tables, HTML, other headings. */
export function blocksOf(markdown) {
  return marked
    .lexer(markdown)
    .filter((token) => token.type !== 'space')
    .map((token) => {
      if (token.type === 'heading' && token.depth === 2) return { kind: 'heading', text: plain(token) }
      if (token.type === 'paragraph') return { kind: 'paragraph', text: runs(token.tokens) }
      if (token.type === 'list')
        return { kind: token.ordered ? 'steps' : 'list', items: token.items.map((item) => runs(item.tokens)) }
      throw new Error(`articles have no form for: ${token.raw}`)
    })
}

function runs(tokens) {
  const all = tokens.flatMap(run)
  return all.every((one) => typeof one === 'string') ? all.join('') : all
}

function run(token) {
  if (token.type === 'text' && token.tokens) return token.tokens.flatMap(run)
  if (token.type === 'text' || token.type === 'escape') return token.text.replaceAll(/\s+/g, ' ')
  if (token.type === 'strong') return { strong: plain(token) }
  if (token.type === 'link') return { link: plain(token), to: token.href }
  throw new Error(`articles have no form for: ${token.raw}`)
}

const plain = (token) =>
  token.tokens
    .map((part) => {
      const inner = run(part)
      if (typeof inner !== 'string')
        throw new Error(`strong words, links and headings hold words only: ${token.raw}`)
      return inner
    })
    .join('')

/** The articles as their texts stand: each name, and the module that holds its blocks. */
export function compiled() {
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((file) => {
      const name = file.replace(/\.md$/, '')
      const blocks = blocksOf(fs.readFileSync(new URL(file, folder), 'utf8'))
      const head = `// Compiled from ${file} by scripts/lib/articles.mjs; change the text there.\nimport type { Block } from '../prose.ts'\n`
      const lines = blocks.map((block) => `  ${JSON.stringify(block)},`).join('\n')
      const module = `${head}\n/** The text of the article. */\n// oxfmt-ignore\nexport const article: readonly Block[] = [\n${lines}\n]\n`
      return { name, module }
    })
}

/** Writes the modules whose text has changed; answers how many. An untouched one keeps its age, and with it the last build. */
export function compileArticles() {
  const changed = compiled().filter(({ name, module }) => {
    const place = new URL(`${name}.ts`, folder)
    if (fs.existsSync(place) && fs.readFileSync(place, 'utf8') === module) return false
    fs.writeFileSync(place, module)
    return true
  })
  return changed.length
}
