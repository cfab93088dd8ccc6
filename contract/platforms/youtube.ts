import { hostOf, isHostOf } from '../link.ts'
import { definePlatform, query, segments } from './define.ts'
import { told } from '../told.ts'

const ID = /^[\w-]{11}$/
/**
 * Path segments of embedded playlists and live streams. They must be excluded, because they have eleven
 * characters like the id of a video.
 */
const NOT_AN_ID = ['videoseries', 'live_stream']
const CHANNEL_LIVE = told(
  'This link leads to a channel’s live page, and streams can’t be saved while they run. ' +
    'Please paste the link of the video after the stream has ended.',
  'failures.special.youtube_live',
)

function idOf(url: URL): string | undefined {
  const [first = '', second] = segments(url)
  const isNamed = ['shorts', 'embed', 'live', 'v', 'vi', 'e', 'watch', 'video'].includes(first)
  const asked = query(url, 'v', 'video_id')?.trim()
  const isShort = isHostOf(hostOf(url), ['youtu.be']) && first !== 'watch'
  const id = isShort ? first : (asked ?? (isNamed ? second : undefined))
  return id && ID.test(id) && !NOT_AN_ID.includes(id) ? id : undefined
}

/** The id of a clip does not identify the video, so the canonical link is the link of the clip. */
function clipOf(url: URL): string | undefined {
  const [first, id = ''] = segments(url)
  return first === 'clip' && /^Ug[\w-]{10,}$/.test(id) ? id : undefined
}

/**
 * Not mixes, because they have no end; not uploads, favourites and watched videos, because they belong to a
 * channel or an account.
 */
const PLAYLIST = /^(?:PL|EC|OLAK5uy_)[\w-]{10,}$/

function playlistOf(url: URL): string | undefined {
  const id = query(url, 'list')?.trim()
  return id && PLAYLIST.test(id) ? id : undefined
}

export const platform = definePlatform({
  id: 'youtube',
  displayName: 'YouTube',
  color: '#ff0000',
  priority: 1,
  isPopular: true,
  glyph: { icon: 'youtube' },
  boundExtractors: ['youtube'],
  warmUp: ['Youtube', 'YoutubeTab'],
  hosts: [
    'youtube.com',
    'youtu.be',
    'youtube-nocookie.com',
    'youtubekids.com',
    'youtubeeducation.com',
    'youtube.googleapis.com',
    'ytimg.com',
  ],
  paths: `
    youtube-downloader youtube youtube-download youtube-video-download youtube-video-downloader youtube-to-mp4 youtube-to-mp3
    youtube-mp4-download youtube-mp3-download youtube-hd-download youtube-full-hd-download youtube-4k-download
    youtube-uhd-download youtube-1080p-download youtube-720p-download youtube-480p-download youtube-shorts-download
    youtube-music-download youtube-audio-download youtube-video-saver youtube-media-download download-youtube-video
    save-youtube-video free-youtube-downloader online-youtube-downloader yt yt-downloader yt-download yt-to-mp3 yt-to-mp4
    yt-mp3-download yt-mp4-download yt-4k-download yt-1080p-download yt-video-download`,
  invalid: 'Please enter a valid YouTube URL (youtube.com or youtu.be)',
  failureNoun: 'plain',
  titles: (name) => ({
    'audio|music': `${name} Audio Downloader - Free MP3 and M4A`,
    shorts: `${name} Shorts Downloader - Free HD Download`,
  }),
  item(url) {
    const id = idOf(url)
    if (id) return `https://www.youtube.com/watch?v=${id}`
    const clip = clipOf(url)
    if (clip) return `https://www.youtube.com/clip/${clip}`
    const list = playlistOf(url)
    return list && `https://www.youtube.com/playlist?list=${list}`
  },
  refuse(url) {
    const parts = segments(url)
    return parts.at(-1) === 'live' || parts[1] === 'live_stream' ? CHANNEL_LIVE : undefined
  },
  list(url) {
    const [first = ''] = segments(url)
    if (query(url, 'list') || first === 'playlist') return 'playlist'
    if (['feed', 'hashtag', 'results', 'gaming', 'source'].includes(first)) return 'list'
    if (first === 'post' || query(url, 'lb')) return 'post without a video'
    return first.startsWith('@') || ['channel', 'c', 'user', 'embed'].includes(first) ? 'channel' : undefined
  },
})

export const samples = {
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'youtube.com/watch?v=dQw4w9WgXcQ': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=42s':
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=RDdQw4w9WgXcQ&start_radio=1':
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ%20': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ?si=abcDEF123': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'http://m.youtube.com/watch?v=dQw4w9WgXcQ': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://music.youtube.com/watch?v=dQw4w9WgXcQ&feature=share':
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/shorts/dQw4w9WgXcQ': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/live/dQw4w9WgXcQ?feature=shared': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'Watch "A song" on YouTube: https://youtu.be/dQw4w9WgXcQ.': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?app=desktop&amp;v=dQw4w9WgXcQ':
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?app=desktop&#038;v=dQw4w9WgXcQ':
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=dQw4w9WgX\\_Q': 'https://www.youtube.com/watch?v=dQw4w9WgX_Q',
  'https://www.youtube.com/clip/UgytZKpehg-hEMBSn3F4AaABCQ':
    'https://www.youtube.com/clip/UgytZKpehg-hEMBSn3F4AaABCQ',
  'https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf':
    'https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
  'https://music.youtube.com/playlist?list=OLAK5uy_lBNUteBRencHzKelu5iDHwLF6mYqjL-JU&si=x':
    'https://www.youtube.com/playlist?list=OLAK5uy_lBNUteBRencHzKelu5iDHwLF6mYqjL-JU',
  'https://www.youtube.com/embed/videoseries?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf':
    'https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
  'https://youtube.com/clip/UgkxEbO97zSjq4l0nTs3R2GZWcLDn9rNKPVh?si=x':
    'https://www.youtube.com/clip/UgkxEbO97zSjq4l0nTs3R2GZWcLDn9rNKPVh',
  'https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ%26cbrd%3D1&gl=NL&hl=en':
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://consent.google.de/ml?continue=https://www.youtube.com/live/dQw4w9WgXcQ?cbrd%3D1&gl=DE':
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://accounts.google.com/ServiceLogin?service=youtube&continue=https%3A%2F%2Fwww.youtube.com%2Fsignin%3Fnext%3D%252Fwatch%253Fv%253DdQw4w9WgXcQ':
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3DdQw4w9WgXcQ%26feature%3Dshare':
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.google.com/url?sa=t&q=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ&usg=x':
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://m.youtube.com/#/watch?v=dQw4w9WgXcQ': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/watch?v=dQw4w9WgXcQ': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtubekids.com/watch?v=dQw4w9WgXcQ': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://studio.youtube.com/video/dQw4w9WgXcQ/edit': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://i.ytimg.com/vi/dQw4w9WgXcQ/maxresdefault.jpg': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/live_chat?is_popout=1&v=dQw4w9WgXcQ':
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  '看看这个https://youtu.be/dQw4w9WgXcQ，很好听！': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
}
export const counterSamples = [
  'https://www.youtube.com/playlist?list=RDdQw4w9WgXcQ',
  'https://www.youtube.com/playlist?list=UUuAXFkgsw1L7xaCfnd5JJOw',
  'https://www.youtube.com/playlist?list=WL',
  'https://www.youtube.com/@somebody',
  'https://www.youtube.com/channel/UCuAXFkgsw1L7xaCfnd5JJOw',
  'https://www.youtube.com/@somebody/live',
  'https://www.youtube.com/channel/UCuAXFkgsw1L7xaCfnd5JJOw/live',
  'https://www.youtube.com/embed/live_stream?channel=UCuAXFkgsw1L7xaCfnd5JJOw',
  'https://www.youtube.com/post/UgkxEbO97zSjq4l0nTs3R2GZWcLDn9rNKPVh',
  'https://www.youtube.com/results?search_query=a+song',
  'https://www.youtube.com/clip/',
  'https://www.youtube.com/embed/videoseries?list=RDdQw4w9WgXcQ',
  'https://youtu.be/short',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evilyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://уoutube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ;touch /tmp/x',
  'ytsearch5:a song',
  'dQw4w9WgXcQ',
]
