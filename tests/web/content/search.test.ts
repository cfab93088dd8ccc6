import { describe, expect, test } from 'vitest'
import { neutralBrand } from '#contract/brand.ts'
import { factsOf } from '../../../web/content/facts.ts'
import { terms } from '../../../web/content/glossary.ts'
import { bugReportMail, helpCategories, supportMail } from '../../../web/content/help.ts'
import { findQuestions, findTerms, helpSearchText, termSearchText } from '../../../web/content/search.ts'

const facts = factsOf({ brand: neutralBrand, retentionSeconds: 3_600 })
const categories = helpCategories(facts)
const glossary = terms(facts)

describe('the help center search finds questions and answers', () => {
  test('has five categories of five questions', () => {
    expect(categories.map((one) => one.title)).toEqual([
      'Getting Started',
      'Video Quality and Formats',
      'Troubleshooting',
      'Legal and Privacy',
      'Technical Support',
    ])
    for (const { items } of categories) expect(items.length).toBeGreaterThanOrEqual(5)
  })

  test.each(['', '   '])('a blank query (%j) in the help center shows all questions', (query) => {
    expect(findQuestions(categories, query)).toBeNull()
  })

  test('finds words in questions and answers', () => {
    const inAnswer = findQuestions(categories, 'vlc')
    expect(inAnswer?.size).toBe(1)
    expect(findQuestions(categories, 'VLC')).toEqual(inAnswer)
    expect(findQuestions(categories, 'Do I need an account')).toEqual(new Set(['0/1']))
  })

  test('finds the text of links', () => {
    expect(findQuestions(categories, 'how-to guide')?.has('0/0')).toBe(true)
  })

  test.each(['The requested format is no longer available', 'expired', 'unavailable'])(
    'the help center search finds the error message "%s"',
    (words) => expect(findQuestions(categories, words)?.size).toBeGreaterThan(0),
  )

  test('takes regular expressions as plain text', () => {
    expect(findQuestions(categories, '.*')?.size).toBe(0)
  })

  test('the help center search reports the number of results', () => {
    expect(helpSearchText('mp3', 4)).toBe('Search Results (4 found)')
    expect(helpSearchText(' zzz ', 0)).toBe('No results found for "zzz"')
  })
})

describe('the glossary search finds terms', () => {
  test('has the words of formats, then the five specified terms', () => {
    expect(glossary.slice(0, 3).map((one) => one.term)).toEqual(['Codec', 'Container', 'Resolution'])
    expect(glossary.slice(-5).map((one) => one.term)).toEqual([
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
    expect(findTerms(glossary, '').size).toBe(glossary.length)
  })

  test('counts one result in the singular', () => {
    expect([0, 1, 2].map(termSearchText)).toEqual(['0 terms found', '1 term found', '2 terms found'])
  })

  test('relates terms that exist', () => {
    const names = glossary.map((one) => one.term)
    for (const { term, relatedTerms } of glossary)
      for (const related of relatedTerms) {
        expect(names).toContain(related)
        expect(related).not.toBe(term)
        expect(findTerms(glossary, related).size).toBeGreaterThan(0)
      }
  })
})

describe('mailto links to support have a prepared subject and text', () => {
  test('asks in a bug report and names the browser', () => {
    const mail = new URL(bugReportMail(facts, 'Browser 1.0'))
    expect(mail.pathname).toBe(facts.email)
    const body = mail.searchParams.get('body') ?? ''
    expect(body).toContain('What happened?')
    expect(body).toContain('The link you pasted')
    expect(body.endsWith('Browser 1.0')).toBe(true)
  })

  test('escapes names in a mailto link', () => {
    const odd = { ...facts, name: 'A & B? #1' }
    expect(new URL(supportMail(odd)).searchParams.get('subject')).toBe('Question about A & B? #1')
    expect(new URL(bugReportMail(odd, 'X&body=y')).searchParams.getAll('body')).toHaveLength(1)
  })
})
