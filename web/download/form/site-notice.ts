import type { PlatformState } from '#contract/api.ts'
import type { Brand } from '#contract/brand.ts'
import { inBrand } from '#contract/brand-platforms.ts'
import { platformById } from '#contract/platforms/index.ts'
import { numeralsOf } from '#texts/numerals.ts'
import type { Tag } from '#texts/languages.ts'
import type { Parts } from '#texts/parts.ts'
import { sayIn } from '#texts/say.ts'
import { readPlatforms } from '../../api.ts'
import { openedLanguage, readTexts } from '../../app/texts.ts'

/**
 * Milliseconds for which `siteNotice` keeps the states of the platforms after a request. After this time, the
 * next call requests the states again.
 */
const MEMORY_MS = 60_000
let memory: { states: Promise<Record<string, PlatformState>>; until: number } | undefined

/**
 * Returns the text that the page shows below the field while the platform `id` has a problem. The problem is
 * that the platform refuses some or all of our IP addresses, or that no merger can reach the platform.
 * Returns null if the platform works or if its state is unknown. Never rejects.
 */
export async function siteNotice(brand: Brand, id: string): Promise<string | null> {
  const now = Date.now()
  if (!memory || memory.until < now)
    memory = { states: readPlatforms().catch(() => ({})), until: now + MEMORY_MS }
  const state = (await memory.states)[id]
  const platform = platformById(id)
  if (!state || !platform) return null
  const words = await readTexts('notice').catch(() => null)
  const { displayName: name } = inBrand(brand, platform)
  return words && sentence({ name, words, language: openedLanguage() }, state, new Date(now))
}

type Spoken = { name: string; words: Parts['notice']; language: Tag }

/**
 * The page shows the sentence instead of the note about the terms of service. The sentence fits on one line
 * on a phone.
 */
export function sentence(
  { name, words, language }: Spoken,
  { state, since }: PlatformState,
  now: Date,
): string | null {
  if (state === 'works' || since === null) return null
  const at = new Date(since)
  const isToday = at.toDateString() === now.toDateString()
  const locale = language === 'en' ? 'en-GB' : numeralsOf(language)
  const time = isToday
    ? at.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })
    : at.toLocaleDateString(locale, { day: 'numeric', month: 'short' })
  return sayIn(language)(words[state], { platform: name, time })
}
