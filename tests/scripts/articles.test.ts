import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Block } from '../../web/content/prose.ts'

type Compiler = {
  blocksOf: (markdown: string) => Block[]
  compiled: () => { name: string; module: string }[]
}
/** A plain script, since builds run before there is anything to compile types with; what it exports is said here. */
const script: string = new URL('../../scripts/lib/articles.mjs', import.meta.url).href
const { blocksOf, compiled } = (await import(script)) as Compiler
const articles = compiled()

describe('the articles', () => {
  test.each(articles)('$name is compiled from its text as it stands', ({ name, module }) => {
    const file = new URL(`../../web/content/articles/${name}.ts`, import.meta.url)
    expect(fs.readFileSync(file, 'utf8'), 'run: npm run build').toBe(module)
  })

  test('there are three', () => {
    expect(articles.map((one) => one.name)).toEqual(['comparison', 'formats', 'law'])
  })
})

test('headings, paragraphs, lists, strong words and links have a form', () => {
  const text =
    'One\nline **strong** and [a link](/blog/1).\n\n## A heading\n\n- first\n- **second:** more\n\n1. step\n'
  expect(blocksOf(text)).toEqual([
    {
      kind: 'paragraph',
      text: ['One line ', { strong: 'strong' }, ' and ', { link: 'a link', to: '/blog/1' }, '.'],
    },
    { kind: 'heading', text: 'A heading' },
    { kind: 'list', items: ['first', [{ strong: 'second:' }, ' more']] },
    { kind: 'steps', items: ['step'] },
  ])
})

test.each([
  ['a picture', '![x](y.png)'],
  ['HTML', '<script>alert(1)</script>'],
  ['a table', '| a |\n|---|\n| b |'],
  ['another heading', '# Big'],
  ['code', '`x`'],
])('%s is refused when compiled', (_, text) => {
  expect(() => blocksOf(text)).toThrow('articles have no form for')
})
