import { expect, test } from 'vitest'
import { notedChapters } from '../../../../merger/extract/renditions/noted-chapters.ts'
import { overgrown } from '../../../growth.ts'

const read = (notes: string, duration: number | null = 30) =>
  notedChapters(notes, duration).map(({ start, title }) => `${start} ${title}`)
const CHAPTERS = ['0 Greeting', '12 The guest', '24 Farewell']

test.each([
  ['plain lines', 'What we talk about:\n00:00 Greeting\n00:12 The guest\n00:24 Farewell\nThanks'],
  ['brackets', '(0:00) Greeting\n[0:12] The guest\n(0:24) Farewell'],
  ['dashes and points', '• 00:00:00 – Greeting\n• 00:00:12 - The guest\n• 00:00:24: Farewell'],
  ['times behind', 'Greeting 00:00\nThe guest (00:12)\nFarewell – 00:24'],
])('reads the times in notes with %s', (_, notes) => expect(read(notes)).toEqual(CHAPTERS))

test.each([
  ['two times', '0:00 A\n0:12 B'],
  ['times that do not begin at zero', '0:01 A\n0:12 B\n0:24 C'],
  ['times that do not rise', '0:00 A\n0:24 B\n0:12 C'],
  ['times behind the end', '0:00 A\n0:12 B\n0:30 C'],
  ['times in a sentence', 'At 0:00 we begin, at 0:12 we talk, at 0:24 we end'],
  ['times without words', '0:00\n0:12\n0:24'],
  ['dates', '2026:00:00:00 A\n2026:00:12:00 B\n2026:00:24:00 C'],
  ['no notes', ''],
])('reads no chapters from %s', (_, notes) => expect(read(notes)).toEqual([]))

test('needs no length', () => expect(read('0:00 A\n1:00:00 B\n100:00 C', null)).toHaveLength(3))

test.each(['0:00 ', '12:', '((((', 'a 0:0', '0:00 a\n'])(
  'reads %j in time that grows with its length',
  (piece) => expect(overgrown((size) => read(piece.repeat(size / piece.length)), 1024 ** 2)).toBeNull(),
)
