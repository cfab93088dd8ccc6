import type { ClaimsOf } from '../claims.ts'

/** The list of recent downloads in the browser of the visitor. */
export const texts = {
  title: 'Recent downloads',
  keep: 'Keep a list of my last 10 downloads. It stays in this browser, and we don’t see it.',
  nothing: 'Nothing yet.',
  again: 'Get it again',
  againNamed: ': {title}, in a new tab',
  clear: 'Clear the list',
} as const

export const claims: ClaimsOf<typeof texts> = {
  keep: ['choice-stored-browser'],
  nothing: [],
}
