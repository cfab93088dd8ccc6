import { html, json, redirect } from '../answers.ts'
import type { Site } from '../site.ts'
import { LOCKED } from './audio.ts'

// The data that merger/extract/podcast-sites/castbox.ts reads: pages without media links, and responses of
// Castbox's API.

const ENCLOSURE = 'https://traffic.podcast-host.example/episode.mp3'
const episode = {
  title: 'A made-up episode',
  description: '<p>Made up.</p>',
  author: 'Maker',
  url: ENCLOSURE,
  big_cover_url: 'https://is1-ssl.mzstatic.com/cover.jpg',
  duration: 12_000,
  release_date: '2026-01-02T03:04:05Z',
  channel: { title: 'Made-up Show' },
}
const episodes: Record<string, object> = {
  '2': episode,
  '3': { ...episode, url: null, private: true },
  '4': { ...episode, url: null },
  '5': { ...episode, title: 'A chapter of an audiobook', url: null },
  '6': { ...episode, url: LOCKED },
}

/**
 * Castbox. Only the episodes with these ids exist:
 * - 2: plays
 * - 3: is private
 * - 4: has no media link, but an open feed has a copy of the episode
 * - 5: has no media link, and nobody has a copy
 * - 6: has DRM
 * - 503: the API fails, so the product reads the page of the episode
 */
export const castbox: Site = {
  hosts: ['castbox.fm', 'www.castbox.fm', 'everest.castbox.fm'],
  answer({ host, path, query }) {
    if (host === 'everest.castbox.fm') {
      const id = query.get('eid') ?? ''
      if (path !== '/data/episode/v4' || id === '503') return json({}, 503)
      return json(episodes[id] ? { code: 0, data: episodes[id] } : { code: 404, msg: 'not found' })
    }
    if (path.startsWith('/x/')) return redirect('https://castbox.fm/episode/made-up-id1-id2')
    if (path.startsWith('/vb/'))
      return html(
        `<!doctype html><meta property="og:url" content="https://castbox.fm/episode/made-up-id1-id2">`,
      )
    if (!path.startsWith('/episode/')) return undefined
    const audio = path.endsWith('-id503') ? `<audio src="${ENCLOSURE}"></audio>` : ''
    return html(
      `<!doctype html><title>Castbox</title><meta property="og:title" content="A made-up episode">${audio}`,
    )
  },
}
