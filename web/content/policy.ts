import type { Text } from './prose.ts'

/** A section of a policy page. Only one section is open at a time. */
export type PolicySection = {
  id: string
  title: string
  icon: string
  parts: readonly { subtitle: string; details: readonly Text[] }[]
}

/** The day of the latest change to any policy. The pages show `text`; `iso` is the same day in ISO 8601. */
export const POLICIES_CHANGED = { text: 'November 21, 2026', iso: '2026-11-21' } as const
