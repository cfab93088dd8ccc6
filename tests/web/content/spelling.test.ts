import { expect, test } from 'vitest'
import { everyString } from './english.ts'
import { pageSentences } from './page-sentences.ts'

const sentences = [...pageSentences, ...everyString]

/** Beginnings and ends of words that British spelling writes in another way than American spelling. */
const BRITISH =
  /\b(?:artefact|behaviou|cancelle|cancelling|catalogue|centre|colour|defence|favourit|film-maker|grey|honour|judgement|labell|learnt|licence|neighbou|programme(?!r|d)|travell|whilst)\w*|\b\w+(?:nis|ris|cis|lis|mis|lys)(?:e|es|ed|ing|able|ation|ations)\b/gi
/** Words that American spelling writes with `s` too. */
const AMERICAN =
  /^(?:promis|surpris|ris|aris|exercis|precis|premis|compromis|otherwis|concis|pris|advis|rais|enterpris)/i

test('the pages use American spelling', () => {
  const isBritish = (sentence: string) => (sentence.match(BRITISH) ?? []).some((word) => !AMERICAN.test(word))
  expect(sentences.filter(isBritish)).toEqual([])
})

/** Spellings of one word, of which the pages use the last. */
test.each([
  [/\bhome page\b/i, 'homepage'],
  [/\be-mail\b/i, 'email'],
  [/\bPlayer FM\b/, 'Player.FM'],
])('no page says %s for %s', (other) => {
  expect(sentences.filter((sentence) => other.test(sentence))).toEqual([])
})

test.each([
  'licence',
  'recognise',
  'organisations',
  'programme',
  'labelled',
  'colour',
  'centres',
  'cancelled',
])('finds the British word %s', (word) => expect(word.match(BRITISH)).not.toBeNull())
