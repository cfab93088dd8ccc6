import { describe, expect, test } from 'vitest'
import { mailTo } from '../../../web/content/mail.ts'
import { relatedTerms } from '../../../web/content/related-terms.ts'
import { findQuestions, findTerms } from '../../../web/content/search.ts'
import { english } from './english.ts'

const { categories } = english.help
const glossary = english.glossary.terms
const names = Object.values(glossary).map((one) => one.term)

describe('the help center search finds questions and answers', () => {
  test('has five categories of five questions', () => {
    expect(Object.values(categories).map((one) => one.title)).toEqual([
      'Getting Started',
      'Video Quality and Formats',
      'Troubleshooting',
      'Legal and Privacy',
      'Technical Support',
    ])
    for (const { questions } of Object.values(categories)) expect(questions.length).toBeGreaterThanOrEqual(5)
  })

  test.each(['', '   '])('a blank query (%j) in the help center shows all questions', (query) => {
    expect(findQuestions(categories, query)).toBeNull()
  })

  test('finds words in questions and answers', () => {
    const inAnswer = findQuestions(categories, 'vlc')
    expect(inAnswer?.size).toBe(1)
    expect(findQuestions(categories, 'VLC')).toEqual(inAnswer)
    expect(findQuestions(categories, 'Do I need an account')).toEqual(new Set(['start/1']))
  })

  test('finds the text of links', () => {
    expect(findQuestions(categories, 'how-to guide')?.has('start/0')).toBe(true)
  })

  test.each(['The requested format is no longer available', 'expired', 'unavailable'])(
    'the help center search finds the error message "%s"',
    (words) => expect(findQuestions(categories, words)?.size).toBeGreaterThan(0),
  )

  test('takes regular expressions as plain text', () => {
    expect(findQuestions(categories, '.*')?.size).toBe(0)
  })
})

describe('the glossary search finds terms', () => {
  test('has the words of formats, then the five specified terms', () => {
    expect(names.slice(0, 3)).toEqual(['Codec', 'Container', 'Resolution'])
    expect(names.slice(-5)).toEqual([
      'Our Service',
      'Third-Party Platforms',
      'Download',
      'Content',
      'Publicly Accessible Content',
    ])
  })

  test('finds words in terms and definitions', () => {
    expect(findTerms(glossary, 'DOWNLOAD')).toEqual(new Set(['download']))
    expect(findTerms(glossary, 'no password')).toEqual(new Set(['publicly-accessible-content']))
    expect(findTerms(glossary, 'codec').has('codec')).toBe(true)
    expect(findTerms(glossary, '').size).toBe(names.length)
  })

  test('relates each term to others', () => {
    expect(Object.keys(relatedTerms)).toEqual(Object.keys(glossary))
    for (const [id, related] of Object.entries<readonly string[]>(relatedTerms)) {
      expect(related.length).toBeGreaterThan(0)
      expect(related).not.toContain(id)
    }
  })
})

test('escapes the subject and the text of a mail', () => {
  const mail = new URL(mailTo('hi@clips.example', 'A & B? #1', 'X&body=y'))
  expect(mail.pathname).toBe('hi@clips.example')
  expect(mail.searchParams.get('subject')).toBe('A & B? #1')
  expect(mail.searchParams.getAll('body')).toEqual(['X&body=y'])
  expect(mailTo('hi@clips.example')).toBe('mailto:hi@clips.example')
})
