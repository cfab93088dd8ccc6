import { refusedAs } from './platform.ts'
import { hostOf } from '../link.ts'
import { definePlatform, query } from './define.ts'

/**
 * Matches /@user/video/N, /@user/photo/N, /v/N.html, /embed/N, /embed/v2/N, /player/v1/N and /share/video/N.
 */
const NUMBERED =
  /^\/(?:i18n\/|[a-z]{2}(?:-[a-z]{2,4})?\/)?(?:@[^/]*\/(?:video|photo)|video|v|embed(?:\/v\d)?|player\/v\d|share\/video)\/(\d+)(?:\.html)?\/?$/
const CODE = /^\/(?:t\/)?(\w+)\/?$/
const SHORT_HOSTS = ['vm.tiktok.com', 'vt.tiktok.com']

function sharedItem(url: URL): string | undefined {
  const id = query(url, 'item_id', 'share_item_id')
  return id && /^\d{15,20}$/.test(id) ? id : undefined
}

export const platform = definePlatform({
  id: 'tiktok',
  displayName: 'TikTok',
  color: '#fe2c55',
  priority: 2,
  isPopular: true,
  glyph: { icon: 'tiktok' },
  boundExtractors: ['tiktok', 'douyin'],
  warmUp: ['TikTok', 'TikTokVM'],
  hosts: ['tiktok.com', 'tiktokv.com', 'vxtiktok.com', 'tnktok.com'],
  paths: `
    tiktok-downloader tiktok tiktok-download tiktok-video-download tiktok-video-downloader tiktok-to-mp4 tiktok-to-mp3
    tiktok-mp4-download tiktok-mp3-download tiktok-hd-download tiktok-4k-download tiktok-1080p-download tiktok-720p-download
    tiktok-no-watermark tiktok-no-watermark-download tiktok-downloader-no-watermark tiktok-without-watermark
    tiktok-audio-download tiktok-sound-download tiktok-music-download tiktok-video-saver tiktok-saver tiktok-media-download
    download-tiktok download-tiktok-video save-tiktok save-tiktok-video free-tiktok-downloader online-tiktok-downloader
    tt-download tt-downloader tt-to-mp4 tt-to-mp3`,
  invalid: 'Please enter a valid TikTok URL (tiktok.com or vm.tiktok.com)',
  failureNoun: 'plain',
  titles: (name) => ({
    'no-watermark|without-watermark': `${name} Downloader No Watermark - Free HD Download`,
    'audio|sound|music': `${name} Sound Downloader - Free MP3 Download`,
    '4k': `${name} Downloader - Best Quality the Video Has`,
  }),
  item(url) {
    const host = hostOf(url)
    const id = NUMBERED.exec(url.pathname)?.[1] ?? sharedItem(url)
    if (id) return `https://www.tiktok.com/@_/video/${id}`
    const isShort = SHORT_HOSTS.includes(host)
    const code = isShort || /^\/t\/\w/.test(url.pathname) ? CODE.exec(url.pathname)?.[1] : undefined
    return code && (isShort ? `https://${host}/${code}` : `https://www.tiktok.com/t/${code}`)
  },
  refuse: (url) => (/^\/@[^/]+\/live/.test(url.pathname) ? refusedAs('live') : undefined),
  list(url) {
    if (/^\/(tag|music|discover|collection)\//.test(url.pathname)) return 'list'
    return /^\/@[^/]+\/(playlist|collection)\//.test(url.pathname)
      ? 'playlist'
      : url.pathname.startsWith('/@')
        ? 'profile'
        : undefined
  },
})

export const samples = {
  'https://www.tiktok.com/@scout2015/video/6718335390845095173':
    'https://www.tiktok.com/@_/video/6718335390845095173',
  'tiktok.com/@scout2015/video/6718335390845095173?is_from_webapp=1':
    'https://www.tiktok.com/@_/video/6718335390845095173',
  'https://m.tiktok.com/v/6718335390845095173.html': 'https://www.tiktok.com/@_/video/6718335390845095173',
  'https://www.tiktok.com/@scout2015/photo/6718335390845095173':
    'https://www.tiktok.com/@_/video/6718335390845095173',
  'https://www.tiktok.com/embed/v2/6718335390845095173':
    'https://www.tiktok.com/@_/video/6718335390845095173',
  'https://www.tiktok.com/share/video/6718335390845095173':
    'https://www.tiktok.com/@_/video/6718335390845095173',
  'https://www.tiktok.com/foryou?is_from_webapp=v1&item_id=6718335390845095173#/@scout2015/video/6718335390845095173':
    'https://www.tiktok.com/@_/video/6718335390845095173',
  'https://www.tiktok.com/foryou#/@scout2015/video/6718335390845095173':
    'https://www.tiktok.com/@_/video/6718335390845095173',
  'https://www.tiktokv.com/share/video/6718335390845095173/':
    'https://www.tiktok.com/@_/video/6718335390845095173',
  'https://www.tiktok.com/login?redirect_url=https%3A%2F%2Fwww.tiktok.com%2F%40scout2015%2Fvideo%2F6718335390845095173&lang=en':
    'https://www.tiktok.com/@_/video/6718335390845095173',
  'https://www.vxtiktok.com/@scout2015/video/6718335390845095173':
    'https://www.tiktok.com/@_/video/6718335390845095173',
  'https://lite.tiktok.com/t/ZTRC5xgJp/': 'https://www.tiktok.com/t/ZTRC5xgJp',
  'https:/vm.tiktok.com/ZTR45GpSF/': 'https://vm.tiktok.com/ZTR45GpSF',
  'https://vm.tiktok.com/ZTR45GpSF/': 'https://vm.tiktok.com/ZTR45GpSF',
  'https://vt.tiktok.com/ZSe4FqkKd': 'https://vt.tiktok.com/ZSe4FqkKd',
  'https://www.tiktok.com/t/ZTRC5xgJp': 'https://www.tiktok.com/t/ZTRC5xgJp',
  'Check this out! https://vm.tiktok.com/ZTR45GpSF/ #fyp': 'https://vm.tiktok.com/ZTR45GpSF',
}
export const counterSamples = [
  'https://www.tiktok.com/@scout2015',
  'https://www.tiktok.com/@scout2015/live',
  'https://www.tiktok.com/tag/dogs',
  'https://www.tiktok.com/',
  'https://tiktok.com.evil.example/@scout2015/video/6718335390845095173',
  'https://evil.example/?x=https://vm.tiktok.com/ZTR45GpSF',
]
