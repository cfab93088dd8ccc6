import type { Sample } from './site.ts'

/** The example links that the demo lists. */
export const samples: readonly Sample[] = [
  {
    link: 'https://www.youtube.com/watch?v=sealedvid00',
    says: 'YouTube: 1080p is merged from two streams',
  },
  {
    link: 'https://www.youtube.com/watch?v=slowvideo00',
    says: 'YouTube: a slow source of 63 MB, to watch the progress',
  },
  { link: 'https://x.com/maker/status/1001', says: 'X: MP4 and HLS' },
  { link: 'https://x.com/maker/status/1003', says: 'X: a GIF' },
  { link: 'https://vm.tiktok.com/ZSealed/', says: 'TikTok: media that need a cookie' },
  {
    link: 'https://www.bilibili.com/video/BV1xx411c7mD',
    says: 'Bilibili: two streams that need a Referer',
  },
  { link: 'https://vimeo.com/200000001', says: 'Vimeo: HLS and DASH' },
  { link: 'https://soundcloud.com/maker/tone', says: 'SoundCloud: a track' },
  { link: 'https://cdn.example/combined-720.mp4', says: 'a direct MP4 that needs no processing' },
  { link: 'https://video.example/watch/open-graph', says: 'a page that names its video (og:video)' },
  { link: 'https://video.example/watch/two-sources', says: 'a page with <video>, MP4 and WebM' },
  { link: 'https://podcast.example/feed.xml', says: 'a podcast feed: its newest episode' },
  { link: 'https://streams.example/hls/master.m3u8', says: 'HLS with a separate audio track' },
  { link: 'https://streams.example/dash/manifest.mpd', says: 'DASH' },
  { link: 'https://www.youtube.com/watch?v=privatevid0', says: 'a private video: its error message' },
  { link: 'https://streams.example/drm/index.m3u8', says: 'DRM: its error message' },
  { link: 'https://dead.example/video', says: 'a site that cannot be reached: its error message' },
  { link: 'http://private.test/video.mp4', says: 'a name with a private address: its error message' },
]
