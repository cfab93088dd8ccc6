import type { ClaimsOf } from '../claims.ts'

/** The page of the service worker without a network. */
export const texts = {
  title: 'You are offline',
  text: 'Pages, formats and files come from the internet, and this device can’t reach it. Check your connection, then try again.',
  again: 'Try again',
} as const

export const claims: ClaimsOf<typeof texts> = { text: [] }
