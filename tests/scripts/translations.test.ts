import { describe, expect, test } from 'vitest'
import { openLanguages } from '#texts/languages.ts'
import { leavesIn, poOf, translationsIn } from '../../scripts/lib/po.ts'
import { leavesOf, withLeaves } from '../../scripts/lib/text-leaves.ts'
import { problemsOf, standingOf } from '../../scripts/lib/translations.ts'

describe('a translation says what the English text says', () => {
  test.each([
    ['{n} of {total}', '{n} von {total}', []],
    ['{n} of {total}', '{n} von {gesamt}', ['{total} is missing', '{gesamt} is not in the English text']],
    ['See <help>help</help>.', 'Siehe Hilfe.', ['<help> is missing', '</help> is missing']],
    ['Up to 100 items, 4K.', 'Bis 100 Titel.', ['the figure 4 is missing']],
    [
      'Cookie Settings',
      'Einstellungen der Cookies dieser Seite',
      ['is longer than 1.6 times the English label'],
    ],
    ['Copy', 'Kopieren', []],
  ])('%s: %s', (english, translation, problems) => {
    expect(problemsOf(english, translation)).toEqual(problems)
  })

  test('a plural form may say its number in words', () => {
    expect(
      problemsOf({ one: '1 item', other: '{n} items' }, { one: 'ein Titel', other: '{n} Titel' }),
    ).toEqual([])
  })

  test.each(openLanguages.filter((tag) => tag !== 'en'))('%s is complete', async (tag) => {
    const { missing, problems } = await standingOf(tag)
    expect({ missing, problems }).toEqual({ missing: [], problems: [] })
  })
})

const english = { title: 'A "b"\nc', list: ['x', { count: { one: '{n} a', other: '{n} b' } }] }

test('finds each text by its path', () => {
  expect([...leavesOf(english).keys()]).toEqual(['title', 'list.0', 'list.1.count'])
  expect(withLeaves(english, leavesOf(english))).toEqual(english)
})

test('texts survive a PO file', () => {
  const entries = [
    { path: 'title', english: english.title, translation: 'Ein "b"\nc' },
    { path: 'count[one]', english: '{n} a', translation: '{n} ein' },
    { path: 'count[other]', english: '{n} b', translation: '{n} viele' },
    { path: 'later', english: 'z', translation: '' },
  ]
  expect([...leavesIn(translationsIn(poOf('de', entries)))]).toEqual([
    ['title', 'Ein "b"\nc'],
    ['count', { one: '{n} ein', other: '{n} viele' }],
  ])
})

test('reads texts that a tool has broken into lines', () => {
  const po = 'msgctxt "a"\nmsgid ""\n"one "\n"two"\nmsgstr ""\n"eins "\n"zwei"\n'
  expect([...translationsIn(po)]).toEqual([['a', 'eins zwei']])
})
