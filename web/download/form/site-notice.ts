import type { PlatformState } from '#contract/api.ts'
import { platformById } from '#contract/platforms/index.ts'
import { readPlatforms } from '../../api.ts'

/** The states of the platforms are asked for again after this time. */
const MEMORY_MS = 60_000
let memory: { states: Promise<Record<string, PlatformState>>; until: number } | undefined

/**
 * The line under the field about a platform that does not work as usual; null when it works, or when nothing
 * is known. Never rejects.
 */
export async function siteNotice(id: string): Promise<string | null> {
  const now = Date.now()
  if (!memory || memory.until < now)
    memory = { states: readPlatforms().catch(() => ({})), until: now + MEMORY_MS }
  const state = (await memory.states)[id]
  const name = platformById(id)?.displayName
  return state && name !== undefined ? sentence(name, state, new Date(now)) : null
}

/**
 * "TikTok has refused us since 14:05." It is shorter than the note about the terms that it replaces, so that
 * it takes no second line on a phone.
 */
export function sentence(name: string, { state, since }: PlatformState, now: Date): string | null {
  if (state === 'works' || since === null) return null
  const at = new Date(since)
  const isToday = at.toDateString() === now.toDateString()
  const time = isToday
    ? at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
  return `${name} has ${state} us since ${time}.`
}
