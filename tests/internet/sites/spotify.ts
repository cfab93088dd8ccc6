import { html, redirect } from '../answers.ts'
import type { Site } from '../site.ts'

// Imitates the episode pages that merger/extract/podcast-sites/spotify.ts reads. A client with the User-Agent
// of a browser gets a page without data about the episode.

const names: Record<string, [title: string, show: string]> = {
  SealedOpenEpisode00001: ['A made-up episode', 'Made-up Show'],
  SealedOnlyHere00000002: ['Nowhere else', 'Made-up Show'],
  SealedOtherShow0000003: ['A made-up episode', 'Another Show'],
}

/** Maps the path of each short link to the page to which it redirects a browser. */
const SHORT_LINKS: Record<string, string> = {
  '/OpenEpisode': 'https://open.spotify.com/episode/SealedOpenEpisode00001?si=x',
  '/GermanEpisode': 'https://open.spotify.com/intl-de/episode/SealedOpenEpisode00001',
  '/OnlyHere': 'https://open.spotify.com/episode/SealedOnlyHere00000002',
  '/Song': 'https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT',
  '/Inside': 'http://169.254.169.254/latest/meta-data/',
}

/** Spotify: of the episodes in `names`, only `SealedOpenEpisode00001` has a copy in an open feed. */
export const spotify: Site = {
  hosts: ['open.spotify.com', 'spotify.link'],
  answer({ host, path, headers }) {
    if (host === 'spotify.link')
      return SHORT_LINKS[path] && /mozilla/i.test(headers['user-agent'] ?? '')
        ? redirect(SHORT_LINKS[path])
        : undefined
    if (path.startsWith('/track/')) return html('<title>Spotify – Web Player</title>')
    const [title, show] = names[path.split('/').at(-1) ?? ''] ?? []
    if (!title) return undefined
    if (/mozilla/i.test(headers['user-agent'] ?? '')) return html('<title>Spotify – Web Player</title>')
    return html(
      `<!doctype html><title>${title} - ${show} | Podcast on Spotify</title><meta property="og:title" content="${title}">` +
        `<meta property="og:description" content="${show} · Episode"><meta name="music:release_date" content="2026-01-02">`,
    )
  },
}
