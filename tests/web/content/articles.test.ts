import { describe, expect, test } from 'vitest'
import type { Block } from '../../../web/content/prose.ts'

type Compiler = {
  blocksOf: (markdown: string) => Block[]
  articles: { name: string; blocks: Block[] }[]
}
/** A plain script, so that it runs by hand; what it exports is said here. */
const script: string = new URL('../../../scripts/articles.mjs', import.meta.url).href
const { blocksOf, articles } = (await import(script)) as Compiler

describe('the articles', () => {
  test.each(articles)('$name is compiled from its text as it stands', async ({ name, blocks }) => {
    const file: string = new URL(`../../../web/content/articles/${name}.ts`, import.meta.url).href
    const { article } = (await import(file)) as { article: Block[] }
    expect(article, 'run: node scripts/articles.mjs').toEqual(blocks)
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
