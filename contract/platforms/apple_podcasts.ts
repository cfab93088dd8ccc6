import { definePlatform, query, segments } from './define.ts'

const SHOW_PATH = /^\/(?:([a-z]{2})\/)?podcast\/(?:[^/]+\/)?((?:id)?\d+|[^/]+)\/?$/i

export const platform = definePlatform({
  id: 'apple_podcasts',
  displayName: 'Apple Podcasts',
  kind: 'audio',
  color: '#9933cc',
  priority: 9,
  hasLongTitles: true,
  glyph: { icon: 'applepodcasts' },
  isPodcast: true,
  warmUp: ['ApplePodcasts'],
  hosts: ['podcasts.apple.com', 'itunes.apple.com'],
  paths: `
    apple-podcasts-downloader apple-podcasts apple-podcasts-download apple-podcasts-mp3-download apple-podcasts-to-mp3
    download-apple-podcasts apple-podcasts-audio-download apple-podcasts-episode-download podcast-downloader
    itunes-podcast-download apple-podcast-saver save-apple-podcast apple-podcasts-media-download
    free-apple-podcasts-downloader online-apple-podcasts-downloader
    podcast-download free-podcast-download online-podcast-download podcast-mp3-download podcast-audio-download
    download-podcast podcast-episode-download podcast-to-mp3 podcast-converter podcast-saver save-podcast
    podcast-media-download free-podcast-downloader online-podcast-downloader podcast-offline-download
    podcast-high-quality-download
    podcasts-download free-podcasts-download online-podcasts-download podcasts-mp3-download podcasts-audio-download
    download-podcasts podcasts-episode-download podcasts-to-mp3 podcasts-converter podcasts-saver save-podcasts
    podcasts-media-download free-podcasts-downloader online-podcasts-downloader podcasts-offline-download
    podcasts-high-quality-download`,
  invalid: 'Please enter a valid Apple Podcasts URL (podcasts.apple.com or itunes.apple.com)',
  names: { apple: 'Apple Podcasts', itunes: 'iTunes Podcast', 'podcast|podcasts': 'Podcast' },
  item(url) {
    const [, country = 'us', show] = SHOW_PATH.exec(url.pathname) ?? []
    const episode = query(url, 'i')
    if (!show || (episode && !/^\d+$/.test(episode))) return undefined
    const store = `https://podcasts.apple.com/${country.toLowerCase()}/podcast`
    if (episode) return `${store}/${show}?i=${episode}`
    // A link without an episode leads to a show. The newest episodes of the show become the items of the
    // extraction. The path must contain the show's number, because Apple finds a show only by its number.
    return /^id\d+$/.test(show) ? `${store}/${show}` : undefined
  },
  list(url) {
    const parts = segments(url)
    if (parts.includes('podcast')) return 'show'
    return parts.some((part) => ['channel', 'charts', 'genre', 'browse', 'search'].includes(part))
      ? 'list'
      : undefined
  },
})

export const samples = {
  'https://podcasts.apple.com/us/podcast/urbana-podcast-724/id1531349107?i=1000748574256':
    'https://podcasts.apple.com/us/podcast/id1531349107?i=1000748574256',
  'https://podcasts.apple.com/us/podcast/urbana-podcast-724/id1531349107':
    'https://podcasts.apple.com/us/podcast/id1531349107',
  'https://itunes.apple.com/de/podcast/ein-titel/id1531349107?mt=2':
    'https://podcasts.apple.com/de/podcast/id1531349107',
  'podcasts.apple.com/de/podcast/ein-titel/id1531349107?i=1000748574256&l=en':
    'https://podcasts.apple.com/de/podcast/id1531349107?i=1000748574256',
  'https://podcasts.apple.com/podcast/id1531349107?i=1000748574256':
    'https://podcasts.apple.com/us/podcast/id1531349107?i=1000748574256',
  'https://itunes.apple.com/gb/podcast/a-title/id1531349107?mt=2&i=1000748574256':
    'https://podcasts.apple.com/gb/podcast/id1531349107?i=1000748574256',
  'https://podcasts.apple.com/us/podcast/207-whitney-webb-returns?i=1000482637777':
    'https://podcasts.apple.com/us/podcast/207-whitney-webb-returns?i=1000482637777',
  'https://podcasts.apple.com/podcast/1531349107?i=1000748574256':
    'https://podcasts.apple.com/us/podcast/1531349107?i=1000748574256',
  'https://embed.podcasts.apple.com/us/podcast/a-title/id1531349107?i=1000748574256&amp;theme=auto':
    'https://podcasts.apple.com/us/podcast/id1531349107?i=1000748574256',
  'Hör mal rein: https://podcasts.apple.com/us/podcast/x/id1531349107?i=1000748574256 …':
    'https://podcasts.apple.com/us/podcast/id1531349107?i=1000748574256',
}
export const counterSamples = [
  'https://podcasts.apple.com/us/podcast/urbana-podcast-724',
  'https://podcasts.apple.com/us/podcast/urbana-podcast-724/id1531349107?i=x',
  'https://podcasts.apple.com/us/charts',
  'https://itunes.apple.com/us/album/a-record/id1440857781',
  'https://music.apple.com/us/album/a-record/1440857781?i=1440857786',
  'https://podcasts.apple.com.evil.example/us/podcast/id1531349107?i=1000748574256',
]
