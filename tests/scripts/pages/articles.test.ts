import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { blocksOf, compiled } from '../../../scripts/run/pages/articles.ts'

const articles = compiled()

describe('the build compiles each Markdown article to a module', () => {
  test.each(articles)('$name matches its Markdown', ({ name, module }) => {
    const file = new URL(`../../../web/content/articles/${name}.ts`, import.meta.url)
    expect(fs.readFileSync(file, 'utf8'), 'run: npm run build').toBe(module)
  })

  test('returns comparison, formats and law', () => {
    expect(articles.map((one) => one.name)).toEqual(['comparison', 'formats', 'law'])
  })
})

test('supports headings, lists, bold text and links', () => {
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
  ['an image', '![x](y.png)'],
  ['HTML', '<script>alert(1)</script>'],
  ['a table', '| a |\n|---|\n| b |'],
  ['a heading of another level', '# Big'],
  ['code', '`x`'],
])('blocksOf throws for an article with %s', (_, text) => {
  expect(() => blocksOf(text)).toThrow('Articles do not support')
})
