import type { Text } from './prose.ts'

export type PolicySection = {
  id: string
  title: string
  icon: string
  parts: readonly { subtitle: string; details: readonly Text[] }[]
}

/** The pages show `text`; `iso` is the same day in ISO 8601. */
export const POLICIES_CHANGED = { text: 'November 21, 2026', iso: '2026-11-21' } as const
