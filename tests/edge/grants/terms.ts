import type { Terms } from '../../../edge/grants/grant.ts'

/**
 * Returns the terms of a grant for a media link that the edge fetches itself. By default, the terms contain
 * no headers, no cookies and no expiry time of the media link.
 */
export const termsOf = (changes: Partial<Terms> = {}): Terms => ({
  headers: {},
  cookies: null,
  way: 'edge',
  merger: 'local:0',
  key: 'k',
  container: 'mp4',
  expiresAt: null,
  sources: [],
  ...changes,
})
