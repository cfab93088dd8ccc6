import { hostOf } from '../link.ts'
import { definePlatform, query, segments } from './define.ts'

const ID = /^[\w-]{11}$/
/** Paths of embedded playlists and live streams. They have eleven characters like an id. */
const NOT_AN_ID = ['videoseries', 'live_stream']

function idOf(url: URL): string | undefined {
  const [first = '', second] = segments(url)
  const named = ['shorts', 'embed', 'live', 'v', 'e', 'watch'].includes(first) ? second : undefined
  const id = hostOf(url).endsWith('youtu.be') ? first : (query(url, 'v')?.trim() ?? named)
  return id && ID.test(id) && !NOT_AN_ID.includes(id) ? id : undefined
}

export const platform = definePlatform({
  id: 'youtube',
  displayName: 'YouTube',
  color: '#ff0000',
  priority: 1,
  glyph: { icon: 'youtube' },
  bound: ['youtube'],
  warmUp: ['Youtube', 'YoutubeTab'],
  hosts: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'],
  paths: `
    youtube-downloader youtube youtube-download youtube-video-download youtube-video-downloader youtube-to-mp4 youtube-to-mp3
    youtube-mp4-download youtube-mp3-download youtube-hd-download youtube-full-hd-download youtube-4k-download
    youtube-uhd-download youtube-1080p-download youtube-720p-download youtube-480p-download youtube-shorts-download
    youtube-music-download youtube-audio-download youtube-video-saver youtube-media-download download-youtube-video
    save-youtube-video free-youtube-downloader online-youtube-downloader yt yt-downloader yt-download yt-to-mp3 yt-to-mp4
    yt-mp3-download yt-mp4-download yt-4k-download yt-1080p-download yt-video-download`,
  invalid: 'Please enter a valid YouTube URL (youtube.com or youtu.be)',
  calls: 'video',
  titles: (name) => ({
    'audio|music': `${name} Audio Downloader - Free MP3 and M4A`,
    shorts: `${name} Shorts Downloader - Free HD Download`,
  }),
  item(url) {
    const id = idOf(url)
    return id && `https://www.youtube.com/watch?v=${id}`
  },
  list(url) {
    const [first = ''] = segments(url)
    if (query(url, 'list') || first === 'playlist') return 'playlist'
    return first.startsWith('@') || ['channel', 'c', 'user', 'embed', 'feed'].includes(first)
      ? 'channel'
      : undefined
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
  '看看这个https://youtu.be/dQw4w9WgXcQ，很好听！': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
}
export const counterSamples = [
  'https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
  'https://www.youtube.com/@somebody',
  'https://www.youtube.com/channel/UCuAXFkgsw1L7xaCfnd5JJOw',
  'https://www.youtube.com/embed/videoseries?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
  'https://youtu.be/short',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evilyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://уoutube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ;touch /tmp/x',
  'ytsearch5:a song',
  'dQw4w9WgXcQ',
]
