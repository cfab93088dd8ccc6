import { expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { toldOf } from '#contract/sentence.ts'
import { acceptAny, platformById } from '#contract/platforms/index.ts'
import { all } from '#contract/platforms/all.ts'
import { openLanguages } from '#texts/languages.ts'
import { refusalTexts } from '#render'
import { worded } from '#texts/worded.ts'
import { failureWords, sentenceIn } from '../../../edge/request/failure-words.ts'

test('English has the words of the failure itself', () => {
  expect(failureWords(new Failure('private', { message: 'Only for friends.' }), 'en')).toBe(
    'Only for friends.',
  )
})

test.each([...openLanguages, 'zh-Hans' as const])('%s names the seconds to wait', (tag) => {
  const words = failureWords(new Failure('rate_limited'), tag)
  expect(words).toContain('60')
  expect(words).not.toContain('{')
})

test.each([
  [
    'site_blocks_us',
    'https://vimeo.com/76979871',
    'Vimeo 目前拒绝我们的服务器。其他网站可以用；这个请稍后再试。',
  ],
  ['site_blocks_us', 'https://elsewhere.example/v', refusalTexts('zh-Hans').failures.general.site_blocks_us],
  ['live', 'https://tunein.com/radio/x-s1/', refusalTexts('zh-Hans').failures.special.tunein_live],
  ['no_media', 'https://castbox.fm/x', refusalTexts('zh-Hans').failures.special.podcast_no_media],
  ['private', 'https://vimeo.com/76979871', refusalTexts('zh-Hans').failures.general.private],
] as const)('%s of %s has its own words in Chinese', (code, link, words) => {
  expect(sentenceIn('zh-Hans', code, link)).toBe(words)
})

/** Each kind of refusal of a pasted text. */
const refused = [
  '  ',
  'hello',
  'blob:https://x.example/1',
  `https://x.example/${'a'.repeat(3_000)}`,
  'https://a:b@x.example/',
  'https://x..example/',
  'http://localhost/x',
  'https://x.example:8443/v',
  'https://www.youtube.com/@somebody',
  'https://www.youtube.com/@somebody/live',
  'https://podcasts.apple.com/us/podcast/a-title',
  'https://www.instagram.com/stories/somebody/1/',
  'https://live.bilibili.com/21',
  'https://open.spotify.com/track/7B8nfhMvUXtdjuujHuyDMK',
]
const refusals = [
  ...refused.map((text) => acceptAny(text)),
  ...all.flatMap(({ id }) =>
    ['https://example.com/a.mp4', '复制本条信息'].map((text) => platformById(id)!.accept(text)),
  ),
]
const told = [
  ...refusals.flatMap((answer) => (answer.ok ? [] : [answer])),
  ...all.flatMap(({ words }) => Object.values(words ?? {})),
  toldOf('exit_used', 'https://vimeo.com/76979871'),
]

test('each refusal has the same words in the English texts', () => {
  expect(told.length).toBeGreaterThanOrEqual(refused.length + 2 * all.length)
  for (const { message, wording } of told) expect(worded('en', refusalTexts('en'), wording)).toBe(message)
})

test.each(openLanguages.filter((tag) => tag !== 'en'))('each refusal is in %s', (tag) => {
  for (const { message, wording } of told) {
    const words = worded(tag, refusalTexts(tag), wording)
    expect(words).not.toBe(message)
    expect(words).not.toMatch(/[{}]/)
  }
})
