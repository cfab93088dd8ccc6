import { expect, test } from 'vitest'
import { literalsIn } from '../../../merger/html/literals.ts'
import { overgrown } from '../../growth.ts'

const read = (text: string) => JSON.parse(JSON.stringify(literalsIn(text))) as unknown

test.each([
  [
    'an object',
    `player.source = { type: 'video', "sources": [{src: "a.mp4", size: 720,}], x: null };`,
    {
      source: { type: 'video', sources: [{ src: 'a.mp4', size: 720 }], x: null },
    },
  ],
  ['a call', 'jwplayer("p").setup({file: "a.mp4"})', { '': [['p'], [{ file: 'a.mp4' }]] }],
  ['arguments', `player.addTextTrack('a.vtt', 'de')`, { '': [['a.vtt', 'de']] }],
  ['a block', 'function f() { const a = {b: 1} }', { '': [[], { a: { b: 1 } }] }],
  ['lines without a semicolon', 'const a = [1]\nlet b = "c"\nd = 2\ne()', { a: [1], b: 'c', d: 2, '': [[]] }],
  ['the first value of a name', 'a = 1; a = {b: 2}', { a: 1, '': [{ b: 2 }] }],
  ['added strings', 'a = "x" + "/" + \'y\'', { a: 'x/y' }],
  ['nothing that is computed', 'a = x + "/y"; b = "/y" + x; c = f', {}],
  ['escapes', String.raw`a = "\/\u0041\x42\n\"'"`, { a: '/AB\n"\'' }],
  ['comments', '/* a = 1 */ b = 2 // c = "3\nd = 4', { b: 2, d: 4 }],
  ['patterns', `x(/["'/]/g); a = "b" / 2; c = "d"`, { '': [[]], c: 'd' }],
  ['an apostrophe', `don't { }\na = {b: 'c'}`, { a: { b: 'c' } }],
  ['a template', 'a = `b\nc`', { a: 'b\nc' }],
  ['open ends', '{ "a": [1, {"b": "c', { '': [{ a: [1, { b: 'c' }] }] }],
  [
    'names of prototypes',
    '{"__proto__": 1, "constructor": 2}',
    JSON.parse('{"":[{"__proto__":1,"constructor":2}]}'),
  ],
])('reads %s', (_, text, value) => expect(read(text)).toEqual(value))

test('reads strings with line breaks in JSON', () =>
  expect(literalsIn('{"a":"1\n2","b":3}', true)['']).toEqual([{ a: '1\n2', b: 3 }]))

test.each([
  ['quotes', `'`],
  ['escaped quotes', `\\'\n`],
  ['comments', '/*/'],
  ['slashes', '=[/]'],
  ['patterns', '(/[a]'],
  ['brackets', '['],
  ['calls', 'f({a:['],
  ['added strings', '"a"+'],
  ['templates', '`${'],
])('reads %s in time that grows with their length', (_, piece) => {
  const work = (length: number) => literalsIn(piece.repeat(Math.ceil(length / piece.length)))
  expect(overgrown(work, 1024 ** 2)).toBeNull()
})
