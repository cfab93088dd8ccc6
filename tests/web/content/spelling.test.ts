import fs from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)

/** Beginnings and ends of words that British spelling writes in another way than American spelling. */
const BRITISH =
  /\b(?:behaviou|catalogue|centre|colour|defence|favourit|film-maker|grey|honour|labell|licence|neighbou|programme(?!r|d)|travell)\w*|\b\w+(?:nis|ris|cis|lis|mis)(?:e|es|ed|ing|able|ation|ations)\b/gi
/** Words that American spelling writes with `s` too. */
const AMERICAN =
  /^(?:promis|surpris|ris|aris|exercis|precis|premis|compromis|otherwis|concis|pris|advis|rais|enterpris)/i

const files = ['web/content', 'web/pages', 'web/parts', 'web/articles']
  .flatMap((folder) =>
    fs
      .readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`),
  )
  .filter((path) => /\.(tsx?|md)$/.test(path) && !/\/content\/articles\/.*\.ts$/.test(path))

test('the pages use American spelling', () => {
  expect(files.length).toBeGreaterThan(60)
  const found = files.flatMap((path) => {
    const text = fs.readFileSync(new URL(path, root), 'utf8').replaceAll('aria-labelledby', '')
    return (text.match(BRITISH) ?? [])
      .filter((word) => !AMERICAN.test(word))
      .map((word) => `${path}: ${word}`)
  })
  expect(found).toEqual([])
})

test.each(['licence', 'recognise', 'organisations', 'programme', 'labelled', 'colour', 'centres'])(
  'finds the British word %s',
  (word) => expect(word.match(BRITISH)).not.toBeNull(),
)
