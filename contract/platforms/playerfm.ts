import { definePlatform, pathOn, segments, type ListName } from './define.ts'

export const platform = definePlatform({
  id: 'playerfm',
  displayName: 'Player.FM',
  kind: 'audio',
  color: '#c8122a',
  priority: 12,
  glyph: { icon: 'playerfm' },
  isPodcast: true,
  warmUp: ['PlayerFm'],
  hosts: ['player.fm'],
  paths: `
    playerfm-downloader playerfm playerfm-download playerfm-mp3-download playerfm-to-mp3 playerfm-audio-download
    playerfm-podcast-download playerfm-episode-download playerfm-converter playerfm-saver playerfm-media-download
    playerfm-320kbps-download playerfm-high-quality-download download-playerfm save-playerfm free-playerfm-downloader
    online-playerfm-downloader
    player-fm-downloader player-fm player-fm-download player-fm-mp3-download player-fm-to-mp3 player-fm-audio-download
    player-fm-podcast-download player-fm-episode-download player-fm-converter player-fm-saver player-fm-media-download
    player-fm-320kbps-download player-fm-high-quality-download download-player-fm save-player-fm free-player-fm-downloader
    online-player-fm-downloader`,
  invalid: 'Please enter a valid Player.FM URL (player.fm)',
  failureNoun: 'content',
  // yt-dlp accepts only player.fm and www.player.fm, so the language subdomains become player.fm.
  item: (url) => (listOf(url) ? undefined : pathOn('player.fm', url)),
  list: listOf,
})

function listOf(url: URL): ListName | undefined {
  const [first, ...rest] = segments(url)
  if (!first) return 'home page'
  if (first === 'series' && rest.length < 2) return 'series'
  return ['podcasts', 'featured', 'topics', 'search', 'subscriptions', 'playlists'].includes(first)
    ? 'list'
    : undefined
}

export const samples = {
  'https://player.fm/series/chapo-trap-house/movie-mindset-33-casino-feat-felix':
    'https://player.fm/series/chapo-trap-house/movie-mindset-33-casino-feat-felix',
  'player.fm/series/chapo-trap-house/movie-mindset-33-casino-feat-felix?t=1':
    'https://player.fm/series/chapo-trap-house/movie-mindset-33-casino-feat-felix',
  'https://de.player.fm/series/chapo-trap-house/ep-1/': 'https://player.fm/series/chapo-trap-house/ep-1',
  'https://player.fm/1AbCdEf': 'https://player.fm/1AbCdEf',
  'Nghe thử: https://player.fm/series/chapo-trap-house/ep-1.':
    'https://player.fm/series/chapo-trap-house/ep-1',
}
export const counterSamples = [
  'https://player.fm/series/chapo-trap-house',
  'https://player.fm/podcasts/history',
  'https://player.fm/',
  'https://player.fm.evil.example/series/chapo-trap-house/ep-1',
]
