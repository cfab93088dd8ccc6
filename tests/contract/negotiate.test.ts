import { expect, test } from 'vitest'
import { languagePathOf, languagesOf } from '#texts/brand-languages.ts'
import { languages, openLanguages, type Tag } from '#texts/languages.ts'
import { acceptedOf, rememberedIn } from '#texts/negotiate.ts'
import { sayIn } from '#texts/say.ts'

const offered: readonly Tag[] = ['en', 'zh-Hans', 'es', 'pt-BR', 'ja', 'ar']

test.each<[string | undefined, Tag | null]>([
  [undefined, null],
  ['', null],
  ['*', null],
  ['en', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['zh-SG', 'zh-Hans'],
  ['zh-Hans-CN', 'zh-Hans'],
  ['zh-TW,zh-Hant;q=0.9,ja;q=0.5', 'ja'],
  ['zh-TW', null],
  ['es-MX,es;q=0.9', 'es'],
  ['es-419', 'es'],
  ['pt-PT,pt;q=0.8', 'pt-BR'],
  ['PT-br', 'pt-BR'],
  ['ja-JP', 'ja'],
  ['ar-EG', 'ar'],
  ['de,fr;q=0.9', null],
  ['de, fr;q=0.9, es;q=0.3, ar;q=0.2', 'es'],
  ['en;q=0.1, ja;q=0.9', 'ja'],
  ['en;q=0, ja;q=0.5', 'ja'],
  ['es;q=2, ja', 'ja'],
  ['<script>,;;=,é,ar', 'ar'],
  [`${'de,'.repeat(100)}ja`, null],
])('the header %j asks for %s', (header, tag) => {
  expect(acceptedOf(header, offered)).toBe(tag)
})

test.each<[string | undefined, Tag | null]>([
  [undefined, null],
  ['language=ja', 'ja'],
  ['a=b; language=pt-BR; c=d', 'pt-BR'],
  ['language=pt-br', null],
  ['language=toString', null],
  ['xlanguage=ja', null],
  ['language=', null],
])('the cookies %j remember %s', (cookies, tag) => {
  expect(rememberedIn(cookies, offered)).toBe(tag)
})

test('forgets a language that is no longer offered', () => {
  expect(rememberedIn('language=ja', ['en', 'es'])).toBe(null)
})

test.each(openLanguages.filter((tag) => tag !== 'en'))('%s has its own paths', (tag) => {
  const prefix = tag.toLowerCase()
  expect(languagePathOf({}, `/${prefix}/help-center`)).toEqual({
    language: tag,
    base: `/${prefix}`,
    path: '/help-center',
  })
  expect(languagePathOf({}, `/${prefix}`)).toMatchObject({ language: tag, path: '/' })
  expect(languagePathOf({}, `/${prefix}x/help-center`)).toMatchObject({ language: 'en', base: '' })
  expect(languagePathOf({ language: tag }, '/help-center')).toMatchObject({ language: tag, base: '' })
  expect(languagesOf({ language: tag, languages: [] })).toEqual([tag])
})

test('a language that a brand leaves out has no paths', () => {
  expect(languagePathOf({ languages: ['en'] }, '/ja/help-center')).toMatchObject({
    base: '',
    path: '/ja/help-center',
  })
  expect(languagesOf({ language: 'xx' })[0]).toBe('en')
})

test.each(Object.entries(languages))('%s has the plural forms of its language', (tag, { plurals }) => {
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions()
  expect(new Set<string>(plurals)).toEqual(new Set(pluralCategories))
})

test('says a number in the form that it takes', () => {
  const files = {
    zero: '0',
    one: '1',
    two: '2',
    few: '{n} few',
    many: '{n} many',
    other: '{n} other',
  } as const
  expect([0, 1, 2, 3, 11, 100, 1_234].map((n) => sayIn('ar')(files, { n }))).toEqual([
    '0',
    '1',
    '2',
    '3 few',
    '11 many',
    '100 other',
    '1,234 many',
  ])
  expect(sayIn('en')({ one: '{n} file', other: '{n} files' }, { n: 1 })).toBe('1 file')
})
