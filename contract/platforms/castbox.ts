import { definePlatform, pathOn, segments, type ListName } from './define.ts'

export const platform = definePlatform({
  id: 'castbox',
  displayName: 'Castbox',
  kind: 'audio',
  color: '#f55b23',
  priority: 13,
  glyph: { icon: 'castbox' },
  isPodcast: true,
  hosts: ['castbox.fm'],
  paths: `
    castbox-downloader castbox castbox-download castbox-mp3-download castbox-to-mp3 castbox-to-audio castbox-audio-download
    castbox-podcast-download castbox-episode-download castbox-converter castbox-saver castbox-media-download
    castbox-320kbps-download castbox-hq-download castbox-high-quality-download download-castbox save-castbox
    free-castbox-downloader online-castbox-downloader
    castboxfm-downloader castboxfm castboxfm-download castboxfm-mp3-download castboxfm-to-mp3 castboxfm-to-audio
    castboxfm-audio-download castboxfm-podcast-download castboxfm-episode-download castboxfm-converter castboxfm-saver
    castboxfm-media-download castboxfm-320kbps-download castboxfm-hq-download castboxfm-high-quality-download
    download-castboxfm save-castboxfm free-castboxfm-downloader online-castboxfm-downloader`,
  invalid: 'Please enter a valid Castbox URL (castbox.fm)',
  failureNoun: 'content',
  item: (url) => (listOf(url) ? undefined : pathOn('castbox.fm', url)),
  list: listOf,
})

function listOf(url: URL): ListName | undefined {
  const [first] = segments(url)
  if (!first) return 'home page'
  if (first === 'channel' || first === 'vc' || first === 'ch') return 'channel'
  return ['home', 'categories', 'search', 'subscribed', 'creator'].includes(first) ? 'list' : undefined
}

export const samples = {
  'https://castbox.fm/episode/Blue-Hour-id2077029-id724086393':
    'https://castbox.fm/episode/Blue-Hour-id2077029-id724086393',
  'castbox.fm/episode/Blue-Hour-id2077029-id724086393?country=us':
    'https://castbox.fm/episode/Blue-Hour-id2077029-id724086393',
  "https://www.castbox.fm/episode/The-Chain's-Limits-(S06E01)-id2539522-id435346186?utm_source=website":
    "https://castbox.fm/episode/The-Chain's-Limits-(S06E01)-id2539522-id435346186",
  'https://castbox.fm/vb/724086393': 'https://castbox.fm/vb/724086393',
  'https://castbox.fm/x/2AbCd': 'https://castbox.fm/x/2AbCd',
  'بشنوید: https://castbox.fm/vb/724086393': 'https://castbox.fm/vb/724086393',
}
export const counterSamples = [
  'https://castbox.fm/channel/Just-Coffee-id2077029?country=us',
  'https://castbox.fm/categories/Arts-10021',
  'https://castbox.fm/',
  'https://castbox.fm.evil.example/episode/Blue-Hour-id2077029-id724086393',
]
