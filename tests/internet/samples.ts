import type { Sample } from './site.ts'

/** The example links that the demo lists. */
export const samples: readonly Sample[] = [
  {
    link: 'https://www.youtube.com/watch?v=sealedvid00',
    says: 'YouTube: 1080p is two streams, put together',
  },
  {
    link: 'https://www.youtube.com/watch?v=slowvideo00',
    says: 'YouTube: 63 MB that come slowly, progress to watch',
  },
  { link: 'https://x.com/maker/status/1001', says: 'X: MP4 and HLS' },
  { link: 'https://x.com/maker/status/1003', says: 'X: a GIF' },
  { link: 'https://vm.tiktok.com/ZSealed/', says: 'TikTok: media that want their cookie' },
  {
    link: 'https://www.bilibili.com/video/BV1xx411c7mD',
    says: 'Bilibili: two streams that want their Referer',
  },
  { link: 'https://vimeo.com/200000001', says: 'Vimeo: HLS and DASH' },
  { link: 'https://soundcloud.com/maker/tone', says: 'SoundCloud: a track' },
  { link: 'https://cdn.example/combined-720.mp4', says: 'a direct MP4, nothing to process' },
  { link: 'https://video.example/watch/open-graph', says: 'a page that names its video (og:video)' },
  { link: 'https://video.example/watch/two-sources', says: 'a page with <video>, MP4 and WebM' },
  { link: 'https://podcast.example/feed.xml', says: "a podcast's feed: its newest episode" },
  { link: 'https://streams.example/hls/master.m3u8', says: 'HLS with a separate sound' },
  { link: 'https://streams.example/dash/manifest.mpd', says: 'DASH' },
  { link: 'https://www.youtube.com/watch?v=privatevid0', says: 'a private video: the message' },
  { link: 'https://streams.example/drm/index.m3u8', says: 'DRM: the message' },
  { link: 'https://dead.example/video', says: 'a site that cannot be reached: the message' },
  { link: 'http://private.test/video.mp4', says: 'a name that leads inside: refused' },
]
