import { expect, test } from 'vitest'
import { article as comparison } from '../../../web/content/articles/comparison.ts'
import { article as law } from '../../../web/content/articles/law.ts'
import { plainOf } from '../../../web/content/prose.ts'
import { english, platformTexts, readAll } from './english.ts'

const guide = readAll(english.guide.parts)
const articles = `${plainOf(comparison)}\n${plainOf(law)}`

test.each(['tiktok', 'instagram', 'xiaohongshu'])('%s pages say that pictures can be saved', (id) => {
  const answers = platformTexts[id]!.questions.filter(({ question }) => /photo|picture/i.test(question))
  expect(answers.length).toBe(1)
  for (const { answer } of answers) {
    expect(answer).toMatch(/listed/)
    expect(answer).toMatch(/together as a ZIP/)
    expect(answer).not.toMatch(/not here|no video|only/i)
  }
})

test('no text denies lists that can be picked from', () => {
  const texts = `${guide}\n${articles}`
  expect(texts).not.toMatch(/\b(no|not|nor)\b( \w+){0,4} playlists?\b/i)
  expect(texts).toMatch(/playlist or a show is listed/)
})
