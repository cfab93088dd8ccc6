import { hostOf } from '../link.ts'
import { definePlatform, pathOn, query, segments } from './define.ts'

const SITE_HOSTS = ['soundcloud.com', 'www.soundcloud.com', 'm.soundcloud.com']
const NOT_A_USER = [
  'discover',
  'stream',
  'search',
  'charts',
  'tags',
  'stations',
  'you',
  'upload',
  'pages',
  'popular',
  'playlists',
]
const NOT_A_TRACK = [
  'tracks',
  'albums',
  'sets',
  'reposts',
  'likes',
  'spotlight',
  'comments',
  'popular-tracks',
  'followers',
  'following',
]

function trackOf(url: URL): string | undefined {
  const [user, track, token] = segments(url)
  if (!user || !track || NOT_A_USER.includes(user) || NOT_A_TRACK.includes(track)) return undefined
  const secret = [token, query(url, 'secret_token')].find((text) => text?.startsWith('s-'))
  return `https://soundcloud.com/${user}/${track}${secret ? `/${secret}` : ''}`
}

/** For a private set the link keeps the secret token. */
function setOf(url: URL): string | undefined {
  const [user, sets, name, token] = segments(url)
  if (!user || NOT_A_USER.includes(user) || sets !== 'sets' || !name || !/^[\w-]+$/.test(name))
    return undefined
  return `https://soundcloud.com/${user}/sets/${name}${token?.startsWith('s-') ? `/${token}` : ''}`
}

function apiTrackOf(url: URL): string | undefined {
  const [, id] = /^\/tracks\/(?:soundcloud(?::|%3a)tracks(?::|%3a))?(\d+)\/?$/i.exec(url.pathname) ?? []
  const secret = query(url, 'secret_token')
  return (
    id &&
    `https://api.soundcloud.com/tracks/${id}${secret ? `?secret_token=${encodeURIComponent(secret)}` : ''}`
  )
}

function itemOf(url: URL): string | undefined {
  const host = hostOf(url)
  if (host === 'on.soundcloud.com') return segments(url).length === 1 ? pathOn(host, url) : undefined
  if (host.endsWith('snd.sc')) return segments(url).length > 0 ? pathOn('snd.sc', url) : undefined
  if (host.startsWith('api')) return apiTrackOf(url)
  // feeds.soundcloud.com serves podcast feeds and their public audio files. Their canonical link keeps the
  // host and the path.
  if (host === 'feeds.soundcloud.com') return pathOn(host, url)
  if (SITE_HOSTS.includes(host) && url.pathname !== '/oembed') return trackOf(url) ?? setOf(url)
  // The query parameter `url` of any other link can contain the link of a track or set. An example is the
  // link of an embedded player on w.soundcloud.com.
  return carriedTrack(query(url, 'url'))
}

function carriedTrack(link: string | undefined): string | undefined {
  const inner = link && URL.canParse(link) ? new URL(link) : undefined
  return inner && [...SITE_HOSTS, 'api.soundcloud.com'].includes(hostOf(inner)) ? itemOf(inner) : undefined
}

export const platform = definePlatform({
  id: 'soundcloud',
  displayName: 'SoundCloud',
  kind: 'audio',
  noun: 'track',
  color: '#ff5500',
  priority: 10,
  glyph: { icon: 'soundcloud' },
  warmUp: ['Soundcloud', 'SoundcloudSet'],
  hosts: ['soundcloud.com', 'snd.sc'],
  paths: `
    soundcloud-downloader soundcloud soundcloud-download soundcloud-mp3-download soundcloud-to-mp3 download-soundcloud
    download-soundcloud-track download-soundcloud-song download-soundcloud-music soundcloud-audio-download
    soundcloud-track-download soundcloud-song-download soundcloud-music-download soundcloud-playlist-download
    soundcloud-converter soundcloud-to-audio soundcloud-saver save-soundcloud-track save-soundcloud-song
    save-soundcloud-music soundcloud-media-download free-soundcloud-downloader online-soundcloud-downloader
    soundcloud-320kbps-download soundcloud-hq-download soundcloud-high-quality-download`,
  invalid: 'Please enter a valid SoundCloud URL (soundcloud.com or snd.sc)',
  titles: (name) => ({ playlist: `${name} Playlist Tracks - Free MP3 Download` }),
  defaultTitle: (name) => `${name} Downloader - Free MP3 Download`,
  item: itemOf,
  list(url) {
    const [first, second] = segments(url)
    if (!SITE_HOSTS.includes(hostOf(url)) || first === 'oembed') return undefined
    if (first === 'playlists' || second === 'sets') return 'playlist'
    return first ? (NOT_A_USER.includes(first) ? 'list' : 'profile') : 'home page'
  },
})

export const samples = {
  'https://soundcloud.com/ethmusic/lostin-powers-she-so-heavy':
    'https://soundcloud.com/ethmusic/lostin-powers-she-so-heavy',
  'soundcloud.com/ethmusic/lostin-powers-she-so-heavy?in=a/sets/b':
    'https://soundcloud.com/ethmusic/lostin-powers-she-so-heavy',
  'https://m.soundcloud.com/ethmusic/lostin-powers-she-so-heavy?utm_source=clipboard':
    'https://soundcloud.com/ethmusic/lostin-powers-she-so-heavy',
  'https://soundcloud.com/jaimemf/youtube-dl-test-video-a-y-baw/s-8Pjrp':
    'https://soundcloud.com/jaimemf/youtube-dl-test-video-a-y-baw/s-8Pjrp',
  'https://soundcloud.com/the-concept-band/sets/the-royal-concept-ep?si=x':
    'https://soundcloud.com/the-concept-band/sets/the-royal-concept-ep',
  'https://api.soundcloud.com/tracks/123998367': 'https://api.soundcloud.com/tracks/123998367',
  'https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/123998367&auto_play=true':
    'https://api.soundcloud.com/tracks/123998367',
  'https://soundcloud.com/oembed?format=json&url=https%3A%2F%2Fsoundcloud.com%2Fethmusic%2Flostin-powers-she-so-heavy':
    'https://soundcloud.com/ethmusic/lostin-powers-she-so-heavy',
  'https://w.soundcloud.com/player/?visual=true&amp;url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F123998367&amp;show_artwork=true':
    'https://api.soundcloud.com/tracks/123998367',
  'https://exit.sc/?url=https%3A%2F%2Fsoundcloud.com%2Fethmusic%2Flostin-powers-she-so-heavy':
    'https://soundcloud.com/ethmusic/lostin-powers-she-so-heavy',
  'https://on.soundcloud.com/AbCdE12345': 'https://on.soundcloud.com/AbCdE12345',
  'https://feeds.soundcloud.com/stream/123998367-somebody-a-show.mp3':
    'https://feeds.soundcloud.com/stream/123998367-somebody-a-show.mp3',
  'http://snd.sc/AbCdE1': 'https://snd.sc/AbCdE1',
  'Listen to A Track by Somebody on #SoundCloud https://on.soundcloud.com/AbCdE12345':
    'https://on.soundcloud.com/AbCdE12345',
}
export const counterSamples = [
  'https://soundcloud.com/the-concept-band',
  'https://soundcloud.com/the-concept-band/sets',
  'https://soundcloud.com/discover/sets/weekly::flacmatic',
  'https://soundcloud.com/the-concept-band/likes',
  'https://soundcloud.com/discover',
  'https://soundcloud.com.evil.example/ethmusic/lostin-powers-she-so-heavy',
  'https://w.soundcloud.com/player/?url=https%3A//evil.example/a',
]
