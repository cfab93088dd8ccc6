import { expect, test } from 'vitest'
import { Markup } from '../../../merger/html/markup.ts'

test('reads tags with their attributes, and the first of a name', () => {
  const page = new Markup(`<A HREF='/x?a=1&amp;b=2' download title=Caf&eacute;><a href="/y" href="/z">`)
  expect(page.all('a').map(({ attributes }) => Object.fromEntries(attributes))).toEqual([
    { href: '/x?a=1&b=2', download: '', title: 'Café' },
    { href: '/y' },
  ])
})

test('knows what stands inside an element', () => {
  const page = new Markup('<video><source src="a"><track src="b"></video><source src="c"><video><track>')
  const inside = page.all('video').map((video) => page.inside(video).map(({ name }) => name))
  expect(inside).toEqual([['source', 'track'], ['track']])
})

test.each([
  ['a comment', '<!-- <b> -->'],
  ['a script', '<script>"<b>"</script>'],
  ['a style', '<style>/* <b> */</style>'],
  ['a title', '<title><b></title>'],
  ['a value', '<i x="<b>">'],
])('reads no tags in %s', (_, html) => expect(new Markup(html).all('b')).toEqual([]))

test('takes the first title that is not empty', () => {
  const page = new Markup('<title> </title><title>One &amp; two\n</title><title>Three</title>')
  expect(page.title).toBe('One & two')
  expect(new Markup('<p>no title</p>').title).toBeNull()
})

test('takes the first content of each name', () => {
  const { meta } = new Markup(
    '<meta property="og:Title" content=" "><meta name="og:title" content="A"><meta property="og:title" content="B">',
  )
  expect([...meta]).toEqual([['og:title', 'A']])
})

test.each([
  ['a line break', '{"a":"1\n2"}', { a: '1\n2' }],
  ['a comma', '{"a":[1,],}', { a: [1] }],
  ['a comment', '<!-- {"a":1} -->', { a: 1 }],
  ['a section', '//<![CDATA[\n{"a":1}\n//]]>', { a: 1 }],
])('reads JSON with %s', (_, json, value) =>
  expect(new Markup(`<script type="application/json">${json}</script>`).data).toEqual([value]),
)

test('gives the words that a visitor reads', () => {
  const { words } = new Markup('<p>Not <b>here</b></p><script>"code"</script><style>p {}</style>!')
  expect(words.replaceAll('<', '')).toBe('Not here!')
})

test('keeps a bounded number of tags', () => {
  expect(new Markup('<b>'.repeat(9_000)).all('b')).toHaveLength(2_000)
  expect(new Markup(Array.from({ length: 60_000 }, (_, at) => `<b${at}>`).join('')).tags).toHaveLength(50_000)
  const [tag] = new Markup(`<b ${Array.from({ length: 99 }, (_, at) => `a${at}`).join(' ')}>`).tags
  expect(tag?.attributes.size).toBe(64)
})
