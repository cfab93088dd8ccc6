import { definePlatform, pathOn, segments, type ListName } from './define.ts'

export const platform = definePlatform({
  id: 'xiaoyuzhou',
  displayName: 'Xiaoyuzhou FM',
  kind: 'audio',
  color: '#2196b5',
  priority: 14,
  hasLongTitles: true,
  glyph: { letter: 'xy' },
  isPodcast: true,
  hosts: ['xiaoyuzhoufm.com'],
  paths: `
    xiaoyuzhou-downloader xiaoyuzhou xiaoyuzhou-download xiaoyuzhou-mp3-download xiaoyuzhou-to-mp3 xiaoyuzhou-to-audio
    xiaoyuzhou-audio-download xiaoyuzhou-podcast-download xiaoyuzhou-episode-download xiaoyuzhou-converter xiaoyuzhou-saver
    xiaoyuzhou-media-download xiaoyuzhou-320kbps-download xiaoyuzhou-hq-download xiaoyuzhou-high-quality-download
    download-xiaoyuzhou save-xiaoyuzhou free-xiaoyuzhou-downloader online-xiaoyuzhou-downloader
    xiaoyuzhoufm-downloader xiaoyuzhoufm xiaoyuzhoufm-download xiaoyuzhoufm-mp3-download xiaoyuzhoufm-to-mp3
    xiaoyuzhoufm-to-audio xiaoyuzhoufm-audio-download xiaoyuzhoufm-podcast-download xiaoyuzhoufm-episode-download
    xiaoyuzhoufm-converter xiaoyuzhoufm-saver xiaoyuzhoufm-media-download xiaoyuzhoufm-320kbps-download
    xiaoyuzhoufm-hq-download xiaoyuzhoufm-high-quality-download download-xiaoyuzhoufm save-xiaoyuzhoufm
    free-xiaoyuzhoufm-downloader online-xiaoyuzhoufm-downloader`,
  invalid: 'Please enter a valid Xiaoyuzhou FM URL (xiaoyuzhoufm.com)',
  failureNoun: 'content',
  item: (url) => (listOf(url) ? undefined : pathOn('www.xiaoyuzhoufm.com', url)),
  list: listOf,
})

function listOf(url: URL): ListName | undefined {
  const [first] = segments(url)
  if (!first) return 'home page'
  if (first === 'user') return 'profile'
  return first === 'podcast' || first === 'collection'
    ? first === 'podcast'
      ? 'podcast'
      : 'list'
    : undefined
}

export const samples = {
  'https://www.xiaoyuzhoufm.com/episode/69a64629de29766da93331ec':
    'https://www.xiaoyuzhoufm.com/episode/69a64629de29766da93331ec',
  'xiaoyuzhoufm.com/episode/69a64629de29766da93331ec?s=eyJ1Ijoi':
    'https://www.xiaoyuzhoufm.com/episode/69a64629de29766da93331ec',
  '推荐一集节目：https://www.xiaoyuzhoufm.com/episode/69a64629de29766da93331ec。':
    'https://www.xiaoyuzhoufm.com/episode/69a64629de29766da93331ec',
}
export const counterSamples = [
  'https://www.xiaoyuzhoufm.com/podcast/625635587bfca4e73e990703',
  'https://www.xiaoyuzhoufm.com/',
  'https://xiaoyuzhoufm.com.evil.example/episode/69a64629de29766da93331ec',
]
