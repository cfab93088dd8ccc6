import type { Text } from './prose.ts'

export type PolicySection = {
  id: string
  title: string
  icon: string
  parts: readonly { subtitle: string; details: readonly Text[] }[]
}

/** The day of the last change of each policy's text, in ISO 8601. */
export const policyDates = {
  privacy: '2026-11-29',
  terms: '2026-11-26',
  dmca: '2026-11-26',
} as const

/** The text of a day is the same on server and browser, whatever their time zones are. */
export const dayText = (iso: string): string =>
  new Date(`${iso}T12:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
