import { hostOf } from '../link.ts'
import { definePlatform, pathOn, query, segments, type ListName } from './define.ts'
import { told } from '../told.ts'

export const platform = definePlatform({
  id: 'tunein',
  displayName: 'TuneIn',
  kind: 'audio',
  color: '#14d8cc',
  priority: 11,
  glyph: { letter: 'T' },
  isPodcast: true,
  warmUp: ['TuneInStation', 'TuneInPodcastEpisode', 'TuneInPodcast'],
  hosts: ['tunein.com', 'tun.in'],
  paths: `
    tunein-downloader tunein tunein-download tunein-mp3-download tunein-to-mp3 tunein-to-audio tunein-audio-download
    tunein-radio tunein-live tunein-station tunein-radio-download tunein-radio-downloader tunein-live-download
    tunein-station-download tunein-podcast-download tunein-podcast-downloader tunein-episode-download tunein-show-download
    tunein-news-download tunein-sports-download tunein-music-download tunein-converter tunein-saver tunein-media-download
    tunein-320kbps-download tunein-hq-download tunein-high-quality-download download-tunein download-tunein-radio
    download-tunein-podcast download-tunein-episode save-tunein save-tunein-radio save-tunein-podcast save-tunein-episode
    free-tunein-downloader online-tunein-downloader`,
  words: {
    live: told(
      'This is a live station, and it has no end. Please look for a recorded show of it.',
      'failures.special.tunein_live',
    ),
  },
  invalid: 'Please enter a valid TuneIn URL (tunein.com)',
  failureNoun: 'content',
  titles: (name) => ({
    news: `${name} News Download - Free MP3`,
    sports: `${name} Sports Download - Free MP3`,
    music: `${name} Music Shows Download - Free MP3`,
    'radio|station|live': `${name} Radio Shows - Free Episode Download`,
  }),
  item(url) {
    const host = hostOf(url)
    if (host.endsWith('tun.in')) return segments(url).length === 1 ? pathOn('tun.in', url) : undefined
    if (listOf(url)) return undefined
    // listen.tunein.com serves the short links of the app. Only a request to a short link shows its target,
    // so the canonical link keeps host and path.
    if (host === 'listen.tunein.com') return pathOn(host, url)
    const [topic, station] = [query(url, 'topicid'), query(url, 'stationid')]
    const asked = topic
      ? `?topicId=${encodeURIComponent(topic)}`
      : station
        ? `?stationId=${encodeURIComponent(station)}`
        : ''
    // yt-dlp accepts links of TuneIn only on tunein.com itself, so a subdomain is removed.
    return `${pathOn('tunein.com', url)}/${asked}`
  },
  list: listOf,
})

function listOf(url: URL): ListName | undefined {
  const [first, ...rest] = segments(url)
  if (!first) return 'home page'
  if (query(url, 'topicid') || first === 'embed') return undefined
  // Links to lists are normally refused. But a link of this form is accepted: it leads to a show, and the
  // newest episodes of the show become the items of the extraction.
  if (first === 'podcasts' && rest.length <= 2 && /p\d+$/.test(rest.at(-1) ?? '')) return undefined
  if (first === 'program') return 'show'
  const isStation = first === 'station' || /s\d+$/.test(rest.at(-1) ?? '')
  return ['radio', 'podcasts', 'search', 'navigation'].includes(first) && !isStation ? 'list' : undefined
}

export const samples = {
  'https://tunein.com/radio/Jazz24-885-s34682/': 'https://tunein.com/radio/Jazz24-885-s34682/',
  'www.tunein.com/radio/Jazz24-885-s34682': 'https://tunein.com/radio/Jazz24-885-s34682/',
  'https://tunein.com/podcasts/Technology-Podcasts/Artificial-Intelligence-p1153019/?topicId=236404354&lang=en':
    'https://tunein.com/podcasts/Technology-Podcasts/Artificial-Intelligence-p1153019/?topicId=236404354',
  'https://tunein.com/podcasts/Technology-Podcasts/Artificial-Intelligence-p1153019':
    'https://tunein.com/podcasts/Technology-Podcasts/Artificial-Intelligence-p1153019/',
  'https://tunein.com/embed/player/t236404354/': 'https://tunein.com/embed/player/t236404354/',
  'http://tun.in/ser7s': 'https://tun.in/ser7s',
  'https://listen.tunein.com/AbCdEfGhIj': 'https://listen.tunein.com/AbCdEfGhIj',
  'https://tunein.com/station/?StationId=34682': 'https://tunein.com/station/?stationId=34682',
  "I'm listening to Jazz24 on TuneIn. http://tun.in/ser7s": 'https://tun.in/ser7s',
}
export const counterSamples = [
  'https://tunein.com/podcasts/Technology-Podcasts/',
  'https://tunein.com/program/?programId=1153019',
  'https://tunein.com/radio/Music-g1/',
  'https://tunein.com/',
  'https://tunein.com.evil.example/radio/Jazz24-885-s34682/',
]
