import { html } from '../answers.ts'
import type { Site } from '../site.ts'

// Imitates the episode pages that merger/extract/podcast-sites/spotify.ts reads. A client with the User-Agent
// of a browser gets a page without data about the episode.

const names: Record<string, [title: string, show: string]> = {
  SealedOpenEpisode00001: ['A made-up episode', 'Made-up Show'],
  SealedOnlyHere00000002: ['Nowhere else', 'Made-up Show'],
  SealedOtherShow0000003: ['A made-up episode', 'Another Show'],
}

/** Spotify: of the episodes in `names`, only `SealedOpenEpisode00001` has a copy in an open feed. */
export const spotify: Site = {
  hosts: ['open.spotify.com'],
  answer({ path, headers }) {
    const [title, show] = names[path.split('/').at(-1) ?? ''] ?? []
    if (!title) return undefined
    if (/mozilla/i.test(headers['user-agent'] ?? '')) return html('<title>Spotify – Web Player</title>')
    return html(
      `<!doctype html><title>${title} - ${show} | Podcast on Spotify</title><meta property="og:title" content="${title}">` +
        `<meta property="og:description" content="${show} · Episode"><meta name="music:release_date" content="2026-01-02">`,
    )
  },
}
