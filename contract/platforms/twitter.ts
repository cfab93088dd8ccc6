import { hostOf, isHostOf } from '../link.ts'
import { definePlatform, pathOn, query } from './define.ts'

const STATUS = /\/status(?:es)?\/(\d+)(?:\/video\/([1-9]\d?))?/
const PLAYER = /^\/i\/(?:cards\/tfw\/v1|videos(?:\/tweet)?)\/(\d+)/
const PROFILE = /^\/(?!(?:explore|hashtag|home|i|messages|notifications|search|settings)\/?$)\w+\/?$/
const AUDIO_OR_LIVE = /^\/i\/(?:spaces|broadcasts|events)\/\w+/

/** publish.x.com creates platform.twitter.com/embed/Tweet.html?id=N. */
function embeddedOf(url: URL): string | undefined {
  const id = url.pathname.startsWith('/embed/') ? query(url, 'id') : undefined
  return id && /^\d+$/.test(id) ? id : undefined
}

export const platform = definePlatform({
  id: 'twitter',
  displayName: 'Twitter/X',
  color: '#333333',
  priority: 3,
  isPopular: true,
  glyph: { icon: 'x' },
  autoStart: true,
  warmUp: ['Twitter'],
  hosts: [
    'twitter.com',
    'x.com',
    't.co',
    'fxtwitter.com',
    'vxtwitter.com',
    'fixupx.com',
    'fixvx.com',
    'twittpr.com',
    'nitter.net',
    'xcancel.com',
  ],
  redirectHosts: ['t.co'],
  paths: `
    twitter-downloader twitter twitter-download twitter-video-download twitter-video-downloader twitter-to-mp4 twitter-to-mp3
    twitter-mp4-download twitter-mp3-download twitter-hd-download twitter-4k-download twitter-1080p-download
    twitter-720p-download twitter-480p-download twitter-gif-download twitter-gif-downloader twitter-to-gif
    twitter-image-download twitter-image-downloader twitter-photo-download twitter-video-saver twitter-media-download
    download-twitter-video download-twitter-gif save-twitter-video free-twitter-downloader online-twitter-downloader
    x x-downloader x-download x-video-download x-video-downloader x-to-mp4 x-to-mp3 x-hd-download x-1080p-download
    x-720p-download x-gif-download x-gif-downloader x-image-download x-image-downloader download-x-video save-x-video
    free-x-downloader online-x-downloader`,
  invalid: 'Please enter a valid Twitter/X URL (twitter.com or x.com with /status/)',
  failureNoun: 'plain',
  names: { x: 'X' },
  titles: (name) => ({
    gif: `${name} GIF Downloader - Save as MP4 or GIF`,
    'image|photo': `${name} Image Downloader - Save Photos as JPG`,
    '4k': `${name} Video Downloader - Best Quality up to 1080p`,
  }),
  item(url) {
    const [host, path] = [hostOf(url), url.pathname]
    if (host === 't.co' || host.startsWith('pic.'))
      return /^\/\w+\/?$/.test(path) ? pathOn(host, url) : undefined
    const [, id, video] = STATUS.exec(path) ?? []
    if (id) return `https://x.com/i/status/${id}${video ? `/video/${video}` : ''}`
    const embedded = PLAYER.exec(path)?.[1] ?? embeddedOf(url)
    if (embedded) return `https://x.com/i/status/${embedded}`
    const [other] = AUDIO_OR_LIVE.exec(path) ?? []
    return other && isHostOf(host, ['twitter.com', 'x.com']) ? `https://x.com${other}` : undefined
  },
  list: (url) => (PROFILE.test(url.pathname) ? 'profile' : undefined),
})

export const samples = {
  'https://twitter.com/SpaceX/status/1732824684683784516': 'https://x.com/i/status/1732824684683784516',
  'https://x.com/SpaceX/status/1732824684683784516?s=20': 'https://x.com/i/status/1732824684683784516',
  'https://x.com/SpaceX/status/1732824684683784516/video/2':
    'https://x.com/i/status/1732824684683784516/video/2',
  'https://x.com/SpaceX/status/1732824684683784516/photo/1': 'https://x.com/i/status/1732824684683784516',
  'x.com/i/status/1732824684683784516': 'https://x.com/i/status/1732824684683784516',
  'https://mobile.twitter.com/i/web/status/1732824684683784516': 'https://x.com/i/status/1732824684683784516',
  'https://twitter.com/SpaceX/statuses/1732824684683784516': 'https://x.com/i/status/1732824684683784516',
  'https://vxtwitter.com/SpaceX/status/1732824684683784516': 'https://x.com/i/status/1732824684683784516',
  'https://twitter.com/i/videos/tweet/1732824684683784516': 'https://x.com/i/status/1732824684683784516',
  'https://twitter.com/i/videos/1732824684683784516': 'https://x.com/i/status/1732824684683784516',
  'https://twitter.com/i/cards/tfw/v1/1732824684683784516?cardname=player':
    'https://x.com/i/status/1732824684683784516',
  'https://platform.twitter.com/embed/Tweet.html?dnt=false&id=1732824684683784516&lang=en':
    'https://x.com/i/status/1732824684683784516',
  'https://twitter.com/#!/SpaceX/status/1732824684683784516': 'https://x.com/i/status/1732824684683784516',
  'https://x.com/i/flow/login?redirect_after_login=%2FSpaceX%2Fstatus%2F1732824684683784516':
    'https://x.com/i/status/1732824684683784516',
  'https://x.com/intent/post?text=Look&url=https%3A%2F%2Fx.com%2FSpaceX%2Fstatus%2F1732824684683784516':
    'https://x.com/i/status/1732824684683784516',
  'https://nitter.net/SpaceX/status/1732824684683784516#m': 'https://x.com/i/status/1732824684683784516',
  'https://x.com/SpaceX/status/1732824684683784516/mediaViewer?currentTweet=1732824684683784516':
    'https://x.com/i/status/1732824684683784516',
  'https://x.com/i/events/1lPKqmqWjXqKb': 'https://x.com/i/events/1lPKqmqWjXqKb',
  'https://x.com/i/spaces/1OwxWwQOPlNxQ': 'https://x.com/i/spaces/1OwxWwQOPlNxQ',
  'https://x.com/i/broadcasts/1lPKqmqWjXqKb': 'https://x.com/i/broadcasts/1lPKqmqWjXqKb',
  'pic.twitter.com/AbCdEf1234': 'https://pic.twitter.com/AbCdEf1234',
  'Wow (https://t.co/AbCdEf1234)': 'https://t.co/AbCdEf1234',
}
export const counterSamples = [
  'https://x.com/SpaceX',
  'https://twitter.com/home',
  'https://x.com/i/videos/',
  'https://x.com/i/cards/tfw/v1/',
  'https://netflix.com/i/status/1732824684683784516',
  'https://x.com.evil.example/a/status/1732824684683784516',
  'https://notx.com/a/status/1732824684683784516',
  'https://evil.example/x.com/a/status/1732824684683784516',
]
