import { expect, test } from 'vitest'
import { platforms } from '#contract/platforms/index.ts'
import { texts as words } from '#texts/en/notice.ts'
import { textsOf } from '../../../web/every-text.ts'
import { sentence } from '../../../web/download/form/site-notice.ts'

const tiktok = { name: 'TikTok', words, language: 'en' } as const
const NOON = new Date(2026, 10, 22, 12, 0)
const since = (...at: [number, number, number, number, number]) => new Date(...at).toISOString()

test('says since when', () => {
  const today = since(2026, 10, 22, 9, 5)
  expect(sentence(tiktok, { state: 'refused', since: today }, NOON)).toBe(
    'TikTok has refused us since 09:05.',
  )
  expect(sentence(tiktok, { state: 'limited', since: today }, NOON)).toBe(
    'TikTok has limited us since 09:05.',
  )
  const before = since(2026, 10, 20, 9, 5)
  expect(sentence(tiktok, { state: 'refused', since: before }, NOON)).toBe(
    'TikTok has refused us since 20 Nov.',
  )
})

test('speaks the language of the page', () => {
  const spoken = { name: 'TikTok', words: textsOf('ja', ['notice']).notice!, language: 'ja' } as const
  const at = (day: number) => ({ state: 'refused', since: since(2026, 10, day, 9, 5) }) as const
  expect(sentence(spoken, at(22), NOON)).toBe('TikTok は 09:05 から接続を拒否しています。')
  expect(sentence(spoken, at(20), NOON)).toBe('TikTok は 11月20日 から接続を拒否しています。')
})

test('does not blame the platform for our proxies', () => {
  const today = since(2026, 10, 22, 9, 5)
  expect(sentence(tiktok, { state: 'unreachable', since: today }, NOON)).toBe(
    'No connection to TikTok since 09:05.',
  )
})

test('the page has no notice about a platform that works', () => {
  expect(sentence(tiktok, { state: 'works', since: null }, NOON)).toBe(null)
})

test('is no longer than the note it replaces', () => {
  const note = 'By continuing you accept the Terms of Service.'
  const longest = since(2026, 8, 30, 9, 5)
  for (const { displayName } of platforms)
    for (const state of ['refused', 'unreachable'] as const)
      expect(
        sentence({ ...tiktok, name: displayName }, { state, since: longest }, NOON)?.length,
      ).toBeLessThanOrEqual(note.length)
})
