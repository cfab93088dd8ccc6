import { hostOf, isHostOf } from '../link.ts'
import { definePlatform, pathOn, segments } from './define.ts'

/** Matches all paths of a note. In `/user/profile/<user>/<note>`, the second id is that of the note. */
const NOTE =
  /^\/(?:explore|discovery\/item|search_result|note|user\/(?:profile\/)?[\da-f]+)\/([\da-f]{16,32})\/?$/i

export const platform = definePlatform({
  id: 'xiaohongshu',
  displayName: 'Xiaohongshu',
  color: '#ff2442',
  priority: 8,
  isPopular: true,
  hasLongTitles: true,
  glyph: { icon: 'xiaohongshu' },
  warmUp: ['XiaoHongShu'],
  hosts: ['xiaohongshu.com', 'xhslink.com', 'rednote.com'],
  paths: `
    xiaohongshu-downloader xiaohongshu xiaohongshu-download xiaohongshu-video-download xiaohongshu-mp4-download
    xiaohongshu-mp3-download xiaohongshu-to-mp4 xiaohongshu-to-mp3 download-xiaohongshu-video xiaohongshu-hd-download
    xiaohongshu-4k-download xiaohongshu-1080p-download xiaohongshu-720p-download xiaohongshu-480p-download
    xiaohongshu-video-saver save-xiaohongshu-video xiaohongshu-media-download free-xiaohongshu-downloader
    online-xiaohongshu-downloader
    rednote-downloader rednote rednote-download rednote-video-download rednote-mp4-download rednote-mp3-download
    rednote-to-mp4 rednote-to-mp3 download-rednote-video rednote-hd-download rednote-4k-download rednote-1080p-download
    rednote-720p-download rednote-480p-download rednote-video-saver save-rednote-video rednote-media-download
    free-rednote-downloader online-rednote-downloader`,
  invalid:
    'Please enter a valid Xiaohongshu URL or paste the complete RedNote app message containing the URL (xiaohongshu.com or xhslink.com)',
  noLink: 'Please enter a valid Xiaohongshu URL or RedNote app message containing a URL',
  names: { rednote: 'RedNote' },
  titles: (name) => ({
    '1080p|hd': `${name} 1080p Downloader - Free Full HD Download`,
    '720p': `${name} 720p Downloader - Free HD Video Download`,
  }),
  item(url) {
    if (isHostOf(hostOf(url), ['xhslink.com']))
      return segments(url).length > 0 ? pathOn('xhslink.com', url) : undefined
    const [, note] = NOTE.exec(url.pathname) ?? []
    // The token of a share link stays, because without it the site shows a login page instead of the note.
    const token = url.searchParams.get('xsec_token')
    const source = token && url.searchParams.get('xsec_source')
    const query = new URLSearchParams({
      ...(token && { xsec_token: token }),
      ...(source && { xsec_source: source }),
    })
    return (
      note &&
      `https://www.xiaohongshu.com/explore/${note.toLowerCase()}${token ? `?${query.toString()}` : ''}`
    )
  },
  list(url) {
    if (segments(url)[0] === 'user') return 'profile'
    return /^\/(?:explore|discovery)?\/?$/.test(url.pathname) && url.pathname !== '/' ? 'list' : undefined
  },
})

export const samples = {
  'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9':
    'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9',
  'xiaohongshu.com/discovery/item/6411cf99000000001300b6d9?source=webshare&xsec_token=ABcd12=&xsec_source=pc_share':
    'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9?xsec_token=ABcd12%3D&xsec_source=pc_share',
  'https://www.xiaohongshu.com/user/profile/5e8b1d2a0000000001006b4c/6411cf99000000001300b6d9?xsec_token=ABcd12':
    'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9?xsec_token=ABcd12',
  'https://www.xiaohongshu.com/note/6411cf99000000001300b6d9':
    'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9',
  'https://www.rednote.com/explore/6411cf99000000001300b6d9':
    'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9',
  'https://www.xiaohongshu.com/website-login/error?redirectPath=https%3A%2F%2Fwww.xiaohongshu.com%2Fexplore%2F6411cf99000000001300b6d9%3Fxsec_token%3DABcd12&error_code=300012':
    'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9?xsec_token=ABcd12',
  'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9?app_platform=ios&amp;xsec_token=ABcd12':
    'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9?xsec_token=ABcd12',
  'https：//xhslink.com/a/AbCdEf12345，复制本条信息': 'https://xhslink.com/a/AbCdEf12345',
  'http://xhslink.com/a/AbCdEf12345': 'https://xhslink.com/a/AbCdEf12345',
  '24 小林发布了一篇小红书笔记，快来看吧！ 😆 AbC123 😆 http://xhslink.com/m/9AbCdEfGh，复制本条信息，打开【小红书】App查看精彩内容！':
    'https://xhslink.com/m/9AbCdEfGh',
}
export const counterSamples = [
  '复制本条信息，打开【小红书】App查看精彩内容！',
  'https://www.xiaohongshu.com/user/profile/5e8b1d2a0000000001006b4c',
  'https://www.xiaohongshu.com/explore',
  'https://xhslink.com/',
  'https://xiaohongshu.com.evil.example/explore/6411cf99000000001300b6d9',
]
