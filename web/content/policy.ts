import type { Text } from './prose.ts'

/** A section of a policy page. Only one section is open at a time. */
export type PolicySection = {
  id: string
  title: string
  icon: string
  parts: readonly { subtitle: string; details: readonly Text[] }[]
}

/** The day on which any policy was last changed: as shown on the page, and as ISO 8601. */
export const POLICIES_CHANGED = { text: 'November 21, 2026', iso: '2026-11-21' } as const
