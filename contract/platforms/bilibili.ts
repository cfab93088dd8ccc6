import { refusedAs } from './platform.ts'
import { hostOf, isHostOf } from '../link.ts'
import { definePlatform, pathOn, query, segments, type ListName } from './define.ts'

const SITE = 'https://www.bilibili.com'
const PLAYER = 'player.bilibili.com'
const INTERNATIONAL = ['bilibili.tv', 'biliintl.com']
const VIDEO_ID = /^(?:BV[\da-z]{10}|av\d+)$/i

/** An id that begins with "BV" is case-sensitive. */
function video(id: string, url: URL): string {
  // In older links to the embedded player, the query parameter of the episode number is `page`, not `p`.
  const part = Number(query(url, ...(hostOf(url) === PLAYER ? ['p', 'page'] : ['p'])))
  const name = /^bv/i.test(id) ? `BV${id.slice(2)}` : id.toLowerCase()
  return `${SITE}/video/${name}${part > 1 && Number.isInteger(part) ? `?p=${part}` : ''}`
}

export const platform = definePlatform({
  id: 'bilibili',
  displayName: 'Bilibili',
  color: '#00a1d6',
  priority: 7,
  hasLongTitles: true,
  glyph: { icon: 'bilibili' },
  boundExtractors: ['bilibili', 'biliintl'],
  warmUp: ['BiliBili', 'BiliBiliBangumi', 'BiliIntl'],
  hosts: ['bilibili.com', 'b23.tv', 'bili2233.cn', 'bilibili.tv', 'biliintl.com', 'bili.im'],
  paths: `
    bilibili-downloader bilibili bilibili-download bilibili-video-download bilibili-mp4-download bilibili-mp3-download
    bilibili-to-mp4 bilibili-to-mp3 download-bilibili-video bilibili-hd-download bilibili-4k-download bilibili-1080p-download
    bilibili-720p-download bilibili-480p-download bilibili-video-saver save-bilibili-video bilibili-media-download
    free-bilibili-downloader online-bilibili-downloader`,
  invalid:
    'Please enter a valid Bilibili URL or paste the complete Bilibili app message containing the URL (bilibili.com or b23.tv)',
  noLink: 'Please enter a valid Bilibili URL or Bilibili app message containing a URL',
  titles: (name) => ({
    '4k|1080p|hd': `${name} Downloader - Best Quality a Guest Gets`,
    '720p': `${name} 720p Downloader - Where Guests Get 720p`,
  }),
  defaultTitle: (name) => `${name} Video Downloader - Free, No Account`,
  item(url) {
    const [host, parts] = [hostOf(url), segments(url)]
    const id = [query(url, 'bvid'), ...parts].find((part) => part && VIDEO_ID.test(part))
    if (id) return video(id, url)
    const number = query(url, 'aid')
    if (number && host === PLAYER) return /^\d+$/.test(number) ? video(`av${number}`, url) : undefined
    const abroad = internationalOf(url)
    if (abroad) return abroad
    if (parts.length === 0 || listOf(url) || isLive(url)) return undefined
    if (isHostOf(host, ['b23.tv', 'bili2233.cn', 'bili.im'])) return pathOn(host, url)
    if (isHostOf(host, INTERNATIONAL)) return pathOn('www.bilibili.tv', url)
    return pathOn(['bilibili.com', 'm.bilibili.com'].includes(host) ? 'www.bilibili.com' : host, url)
  },
  refuse: (url) => (isLive(url) ? refusedAs('live') : undefined),
  list: listOf,
})

function internationalOf(url: URL): string | undefined {
  if (!isHostOf(hostOf(url), INTERNATIONAL)) return undefined
  const [film, season, episode] = [
    query(url, 'aid'),
    query(url, 'season_id', 'ssid'),
    query(url, 'episode_id', 'ep_id', 'epid'),
  ]
  const ids = season && episode ? `play/${season}/${episode}` : film && `video/${film}`
  return ids && /^\w+(?:\/\d+){1,2}$/.test(ids) ? `https://www.bilibili.tv/en/${ids}` : undefined
}

const isLive = (url: URL): boolean => hostOf(url) === 'live.bilibili.com'

function listOf(url: URL): ListName | undefined {
  if (segments(url).length === 0) return 'home page'
  if (hostOf(url) === 'space.bilibili.com' || url.pathname.startsWith('/space/')) return 'profile'
  if (/\/(?:play\/(?:ss)?\d+|media\/\w+)\/?$/.test(url.pathname)) return 'series'
  const isList = /^\/(?:list|medialist|v|audio\/am\d+)\b/.test(url.pathname)
  return isList || hostOf(url) === 'search.bilibili.com' ? 'list' : undefined
}

export const samples = {
  'https://www.bilibili.com/video/BV1xx411c7mD': 'https://www.bilibili.com/video/BV1xx411c7mD',
  'https://m.bilibili.com/video/BV1xx411c7mD?share_source=copy_web':
    'https://www.bilibili.com/video/BV1xx411c7mD',
  'https://www.bilibili.com/video/av170001/': 'https://www.bilibili.com/video/av170001',
  'https://www.bilibili.com/video/bv1xx411c7mD?p=3&vd_source=1':
    'https://www.bilibili.com/video/BV1xx411c7mD?p=3',
  'https://www.bilibili.com/festival/2026spring?bvid=BV1xx411c7mD':
    'https://www.bilibili.com/video/BV1xx411c7mD',
  'https://player.bilibili.com/player.html?aid=170001&page=1': 'https://www.bilibili.com/video/av170001',
  'https://player.bilibili.com/player.html?aid=170001&page=3': 'https://www.bilibili.com/video/av170001?p=3',
  'https://www.bilibili.com/bangumi/play/ep21495?from=x': 'https://www.bilibili.com/bangumi/play/ep21495',
  'https://b23.tv/AbCd123': 'https://b23.tv/AbCd123',
  'https://b23.tv/BV1xx411c7mD': 'https://www.bilibili.com/video/BV1xx411c7mD',
  'https://t.bilibili.com/998134289197432852': 'https://t.bilibili.com/998134289197432852',
  'https://www.bilibili.tv/en/video/2041863208': 'https://www.bilibili.tv/en/video/2041863208',
  'https://player.bilibili.com/player.html?isOutside=true&amp;aid=170001&amp;cid=1&amp;p=1':
    'https://www.bilibili.com/video/av170001',
  'https://player.bilibili.tv/player.html?aid=2041863208': 'https://www.bilibili.tv/en/video/2041863208',
  'https://www.bilibili.tv/player?season_id=34613&ep_id=341736':
    'https://www.bilibili.tv/en/play/34613/341736',
  'https://www.biliintl.com/en/play/34613/341736?bstar_from=x':
    'https://www.bilibili.tv/en/play/34613/341736',
  'https://bili.im/AbCd123': 'https://bili.im/AbCd123',
  'https://passport.bilibili.com/login?gourl=https%3A%2F%2Fwww.bilibili.com%2Fvideo%2FBV1xx411c7mD':
    'https://www.bilibili.com/video/BV1xx411c7mD',
  '【一个标题-哔哩哔哩】 https://b23.tv/AbCd123': 'https://b23.tv/AbCd123',
  '快来看https://b23.tv/AbCd123，真好看！！': 'https://b23.tv/AbCd123',
}
export const counterSamples = [
  '【一个标题-哔哩哔哩】',
  'https://space.bilibili.com/3985676/video',
  'https://www.bilibili.com/list/1958703906?sid=547718',
  'https://www.bilibili.com/bangumi/play/ss26801',
  'https://live.bilibili.com/21',
  'https://www.bilibili.com/',
  'https://bilibili.com.evil.example/video/BV1xx411c7mD',
  'https://evil.example/b23.tv/AbCd123',
]
