import { file, html, json, redirect, scriptOf, text } from '../answers.ts'
import { mediaSize } from '../media.ts'
import type { Site } from '../site.ts'
import { stream } from './streams.ts'

// The pages and API responses that yt-dlp 2026.10 reads from podcast and music platforms.

const ENCLOSURE = 'https://traffic.podcast-host.example/episode.mp3'
/** A stream that needs a key of the platform. */
export const LOCKED = 'https://streams.example/drm/index.m3u8'
const enclosures: Site = { hosts: ['traffic.podcast-host.example'], answer: () => file('audio.mp3') }

const lockup = {
  title: 'A made-up episode',
  summary: '<p>Made up.</p>',
  releaseDate: '2026-01-02T03:04:05Z',
  duration: 12,
  episodeNumber: 7,
  showTitle: 'Made-up Show',
  playAction: { episodeOffer: { streamUrl: ENCLOSURE } },
}
/** An episode for subscribers, as a browser without an account sees it (grayjay-android issue 2086). */
const paidLockup = { ...lockup, title: 'An episode for subscribers', duration: 0, playAction: null }
const lockups: Record<string, object> = {
  '1001': paidLockup,
  '1002': { ...paidLockup, playAction: { episodeOffer: { streamUrl: LOCKED } } },
}

/**
 * Returns the array `results` of a response of the iTunes lookup API. The show id1 has 250 episodes; as in
 * the real API, the parameter `limit` determines how many of them the response contains. Other shows, such
 * as id404, do not exist.
 */
function lookup(query: URLSearchParams): object[] {
  if (query.get('id') !== '1' || query.get('entity') !== 'podcastEpisode') return []
  const episodes = Array.from({ length: Number(query.get('limit')) }, (_, index) => ({
    kind: 'podcast-episode',
    trackName: `Episode ${250 - index}`,
    collectionName: lockup.showTitle,
    episodeUrl: ENCLOSURE,
    releaseDate: '2026-01-02T03:04:05Z',
    trackTimeMillis: 12_000,
    artworkUrl600: 'https://is1-ssl.mzstatic.com/cover.jpg',
  }))
  return [{ kind: 'podcast', collectionName: lockup.showTitle, trackCount: 250 }, ...episodes]
}

/**
 * Apple Podcasts, and the iTunes Search API. The product searches this API for the title of an episode, to
 * find a copy of the episode in an open feed.
 */
const apple: Site = {
  hosts: ['podcasts.apple.com', 'itunes.apple.com', '.mzstatic.com'],
  answer({ host, path, query }) {
    if (host.endsWith('.mzstatic.com')) return file('cover.jpg')
    if (path === '/search') {
      const known = query.get('term')?.includes('made-up episode')
      const found = {
        trackName: lockup.title,
        collectionName: lockup.showTitle,
        episodeUrl: ENCLOSURE,
        kind: 'podcast-episode',
        trackTimeMillis: 12_000,
      }
      return json({ resultCount: known ? 1 : 0, results: known ? [found] : [] })
    }
    if (path === '/lookup') {
      const results = lookup(query)
      return json({ resultCount: results.length, results })
    }
    const model = lockups[query.get('i') ?? ''] ?? lockup
    const data = {
      data: [{ data: { headerButtonItems: [{ $kind: 'share', modelType: 'EpisodeLockup', model }] } }],
    }
    const picture = '<meta property="og:image" content="https://is1-ssl.mzstatic.com/cover.jpg">'
    return path.includes('/podcast/')
      ? html(
          `<!doctype html>${picture}${scriptOf(data, 'type="application/json" id="serialized-server-data"')}`,
        )
      : undefined
  },
}

const CLIENT = 'k'.repeat(32)
const transcoding = (n: number, preset: string, protocol: string, mime: string) => ({
  url: `https://api-v2.soundcloud.com/media/soundcloud:tracks:5/${n}/stream/${protocol}`,
  preset,
  format: { protocol, mime_type: mime },
  quality: 'sq',
  snipped: false,
})
const open = [
  transcoding(1, 'aac_160k', 'hls', 'audio/mp4; codecs="mp4a.40.2"'),
  transcoding(3, 'mp3_1_0', 'progressive', 'audio/mpeg'),
]
/**
 * The streams of a track that only subscribers can play completely. Other clients get only its first seconds.
 */
const snipped = open.map((each) => ({ ...each, snipped: true }))
const locked = [transcoding(9, 'aac_256k', 'ctr-encrypted-hls', 'audio/mp4; codecs="mp4a.40.2"')]

const track = (name: string) => ({
  id: 5,
  kind: 'track',
  title: 'Tone',
  duration: name === 'snipped' ? 240_000 : 12_000,
  created_at: '2026-01-02T03:04:05Z',
  permalink_url: `https://soundcloud.com/maker/${name}`,
  artwork_url: 'https://i1.sndcdn.com/artworks-1-large.jpg',
  user: { id: 1, username: 'Maker', avatar_url: 'https://i1.sndcdn.com/avatar.jpg' },
  media: { transcodings: ({ drm: locked, geo: [], snipped } as Record<string, object[]>)[name] ?? open },
  ...(name === 'geo' && { policy: 'BLOCK' }),
})

/**
 * The SoundCloud playlist ("set") soundcloud.com/maker/sets/tones. As on the real site, only its first
 * tracks have facts.
 */
const set = {
  id: 7,
  title: 'Tones',
  user: { id: 1, username: 'Maker' },
  tracks: [
    {
      id: 5,
      title: 'A low tone',
      duration: 12_000,
      permalink_url: 'https://soundcloud.com/maker/a-low-tone',
    },
    { id: 6 },
    { id: 8 },
  ],
}

const listedTrack = (id: string) => ({
  id: Number(id),
  title: id === '6' ? 'Tone' : `Track ${id}`,
  duration: 12_000,
  permalink_url: `https://soundcloud.com/maker/${id === '6' ? 'tone' : `track-${id}`}`,
  artwork_url: 'https://i1.sndcdn.com/artworks-1-large.jpg',
})

/**
 * SoundCloud with the tracks of soundcloud.com/maker. `tone` plays, `snipped` has only a preview, and `drm`,
 * `geo` and `gone` fail.
 */
const soundcloud: Site = {
  hosts: [
    'soundcloud.com',
    'm.soundcloud.com',
    'on.soundcloud.com',
    'snd.sc',
    'api-v2.soundcloud.com',
    '.sndcdn.com',
    'playback.media-streaming.soundcloud.cloud',
  ],
  answer({ host, path, query }) {
    if (host === 'on.soundcloud.com' || host === 'snd.sc')
      return redirect('https://soundcloud.com/maker/tone')
    if (host === 'a-v2.sndcdn.com') return text(`x={client_id:"${CLIENT}"}`, 'text/javascript')
    if (host === 'cf-media.sndcdn.com') return file('audio.mp3')
    if (host.endsWith('.sndcdn.com')) return file('cover.jpg')
    if (host.endsWith('soundcloud.cloud')) return stream(path)
    if (host !== 'api-v2.soundcloud.com')
      return html(
        '<!doctype html><script crossorigin src="https://a-v2.sndcdn.com/assets/0-abc.js"></script>',
      )
    if (query.get('client_id') !== CLIENT) return json({}, 401)
    if (path.endsWith('/stream/progressive'))
      return json({ url: 'https://cf-media.sndcdn.com/tone.128.mp3?Policy=x&Signature=y' })
    if (path.endsWith('/stream/hls'))
      return json({ url: 'https://playback.media-streaming.soundcloud.cloud/sound/index.m3u8' })
    if (path === '/tracks') return json((query.get('ids') ?? '').split(',').map(listedTrack).toReversed())
    const name = query.get('url')?.split('/').at(-1) ?? ''
    if (path === '/resolve' && query.get('url')?.includes('/sets/')) return json(set)
    return path === '/resolve' ? (name === 'gone' ? json({}, 404) : json(track(name))) : undefined
  },
}

const playerfm: Site = {
  hosts: ['player.fm', 'www.player.fm', 'imagehost.player.fm'],
  answer({ host, path }) {
    if (host === 'imagehost.player.fm') return file('cover.jpg')
    if (!path.endsWith('.json')) return html('<!doctype html><title>Player.FM</title>')
    if (path.includes('gone')) return json({}, 404)
    const series = {
      author: 'Maker',
      title: 'Made-up Show',
      image: { url: 'https://imagehost.player.fm/cover.jpg' },
    }
    return json({
      id: 12,
      url: path.includes('paid') ? null : path.includes('locked') ? LOCKED : ENCLOSURE,
      title: 'A made-up episode',
      description: 'Made up.',
      duration: 12,
      size: mediaSize('audio.mp3'),
      publishedAt: 1_767_000_000,
      series,
    })
  },
}

const items: Record<string, object> = {
  t101: {
    Title: 'A made-up episode',
    Description: 'Made up.',
    Image: 'https://cdn-profiles.tunein.com/cover.jpg',
    Actions: { Play: { Duration: 12, PublishTime: '2026-01-02T03:04:05Z' } },
  },
  t102: {
    Title: 'The one before',
    Image: 'https://cdn-profiles.tunein.com/cover.jpg',
    Actions: { Play: { Duration: 12, PublishTime: '2025-12-30T03:04:05Z' } },
  },
  t104: { Title: 'An episode with DRM', Actions: { Play: { Duration: 12 } } },
  t103: { Title: 'An episode of Premium', Actions: { Play: { Duration: 12 } } },
  p100: { Title: 'Made-up Show' },
  s200: { Title: 'Made-up Radio', Subtitle: 'Tones', Actions: { Play: { IsLive: true } } },
}

/** What TuneIn plays in place of a stream that it does not give out (mopidy-tunein pull request 62). */
const SPOKEN_NOTICE = 'http://cdn-cms.tunein.com/service/Audio/notcompatible.enUS.mp3'

/**
 * TuneIn. The podcast tunein.com/podcasts/News/Made-up-Show-p100/ has two episodes that play, 101 and 102.
 * Of 103 there is only the spoken notice; 104 has DRM. The station s200 is live.
 */
const tunein: Site = {
  hosts: [
    'tunein.com',
    'www.tunein.com',
    'api.tunein.com',
    'opml.radiotime.com',
    'cdn-profiles.tunein.com',
    'cdn-cms.tunein.com',
  ],
  answer({ host, path, query }) {
    if (host === 'cdn-profiles.tunein.com') return file('cover.jpg')
    if (host === 'cdn-cms.tunein.com') return file('audio.mp3')
    if (host === 'opml.radiotime.com') {
      const id = query.get('id') ?? ''
      if (id === 't104') return json({ body: [{ url: LOCKED, bitrate: 128, media_type: 'hls' }] })
      if (id === 't103') return json({ body: [{ url: SPOKEN_NOTICE, bitrate: 24, media_type: 'mp3' }] })
      return json({ body: items[id] ? [{ url: ENCLOSURE, bitrate: 128, media_type: 'mp3' }] : [] })
    }
    if (host !== 'api.tunein.com') return html('<!doctype html><title>TuneIn</title>')
    if (path === '/profiles/p100/contents')
      return json({ Items: ['t101', 't102'].map((id) => ({ GuideId: id, ...items[id] })) })
    const item = items[path.split('/').at(-1) ?? '']
    return item ? json({ Item: item }) : json({}, 404)
  },
}

/** The sites of the podcast and music platforms, and the host of the audio files of podcast episodes. */
export const audio: readonly Site[] = [enclosures, apple, soundcloud, playerfm, tunein]
