import { definePlatform, query, type ListName } from './define.ts'

/** The capture groups are the id and, for an unlisted video, the hash that gives access to it. */
const VIDEO =
  /^\/(?:groups\/[^/]+\/videos?\/|channels\/[^/]+\/|(?:album|showcase)\/\d+\/videos?\/|videos?\/|manage\/videos\/|m\/|[a-z]{2}\/|(?:couchmode|staffpicks|categories)\/(?:[^/]+\/){1,3}|user\d+\/video\/)?(\d+)(?:\/([\da-f]+))?\/?$/i
/**
 * Matches the paths of events, on-demand videos and reviews. yt-dlp has separate extractors for them, so
 * their canonical links keep the path.
 */
const KEPT =
  /^\/(?:event\/\d+(?:\/[\da-f]{10}|\/videos\/\d+)?|ondemand\/[^/]+(?:\/\d+)?|[^/]+\/review\/\d+\/[\da-f]{10})(?=\/|$)/i

const NAMED =
  /^\/user\d+\/(?!videos?\/?$|likes\/?$|about\/?$|collections|following|followers|review)[^/]+\/?$/i

const LISTS: Readonly<Record<string, ListName>> = {
  channels: 'channel',
  groups: 'group',
  album: 'album',
  showcase: 'showcase',
}

export const platform = definePlatform({
  id: 'vimeo',
  displayName: 'Vimeo',
  color: '#1ab7ea',
  priority: 6,
  glyph: { icon: 'vimeo' },
  warmUp: ['Vimeo', 'VimeoAlbum'],
  hosts: ['vimeo.com'],
  paths: `
    vimeo-downloader vimeo vimeo-download vimeo-video-download vimeo-mp4-download vimeo-mp3-download vimeo-to-mp4 vimeo-to-mp3
    download-vimeo-video vimeo-hd-download vimeo-4k-download vimeo-1080p-download vimeo-720p-download`,
  invalid: 'Please enter a valid Vimeo URL (e.g., vimeo.com/123456789, player.vimeo.com/video/123456789)',
  titles: (name) => ({ hd: `${name} HD Downloader - Free HD Video Download` }),
  item(url) {
    // The owner of a video can share a direct link to the file of the video. Such a link has one of these
    // paths.
    if (/^\/(external|progressive_redirect)\/./.test(url.pathname))
      return `https://player.vimeo.com${url.pathname}${url.search}`
    const [kept] = KEPT.exec(url.pathname) ?? []
    if (kept) return `https://vimeo.com${kept}`
    const [, showcase] = /^\/(?:album|showcase)\/(\d+)\/?$/.exec(url.pathname) ?? []
    const shown = showcase && query(url, 'video')
    if (shown) return /^\d+$/.test(shown) ? `https://player.vimeo.com/video/${shown}` : undefined
    if (showcase) return `https://vimeo.com/showcase/${showcase}`
    if (NAMED.test(url.pathname)) return `https://vimeo.com${url.pathname.replace(/\/$/, '')}`
    const played = /^\/(?:moogaloop\.swf|play_redirect_hls)$/.test(url.pathname)
      ? query(url, 'clip_id')
      : undefined
    if (played) return /^\d+$/.test(played) ? `https://player.vimeo.com/video/${played}` : undefined
    const [, id, inPath] = VIDEO.exec(url.pathname) ?? []
    const hash = inPath ?? query(url, 'h')
    const unlisted = hash && /^[\da-f]+$/i.test(hash) ? `?h=${hash.toLowerCase()}` : ''
    // For clients on servers, vimeo.com/ID requires a login, but player.vimeo.com/video/ID does not (yt-dlp
    // issue 15281).
    return id && `https://player.vimeo.com/video/${id}${unlisted}`
  },
  list(url) {
    const [, kind = ''] = /^\/(channels|groups|album|showcase)\//.exec(url.pathname) ?? []
    const named = LISTS[kind]
    if (named) return named
    return /^\/(?!(?:categories|watch|features|upload|search|blog|log_in|join)\b)[a-z][\w-]*\/?(?:videos\/?|likes\/?)?$/i.test(
      url.pathname,
    )
      ? 'profile'
      : undefined
  },
})

export const samples = {
  'https://vimeo.com/123456789?share=copy': 'https://player.vimeo.com/video/123456789',
  'vimeo.com/123456789': 'https://player.vimeo.com/video/123456789',
  'VIMEO.COM/123456789': 'https://player.vimeo.com/video/123456789',
  'http://www.vimeo.com/123456789#at=30': 'https://player.vimeo.com/video/123456789',
  'https://vimeo.com/123456789/abcdef0123': 'https://player.vimeo.com/video/123456789?h=abcdef0123',
  'https://vimeo.com/123456789/abc123': 'https://player.vimeo.com/video/123456789?h=abc123',
  'https://player.vimeo.com/video/123456789?h=abcdef0123&autoplay=1':
    'https://player.vimeo.com/video/123456789?h=abcdef0123',
  'https://vimeo.com/channels/staffpicks/123456789': 'https://player.vimeo.com/video/123456789',
  'https://vimeo.com/groups/shortfilms/videos/123456789': 'https://player.vimeo.com/video/123456789',
  'https://vimeo.com/album/2632481/video/79010983': 'https://player.vimeo.com/video/79010983',
  'https://vimeo.com/showcase/3253534/video/119195465': 'https://player.vimeo.com/video/119195465',
  'https://vimeo.com/showcase/3253534?video=119195465': 'https://player.vimeo.com/video/119195465',
  'https://vimeo.com/showcase/3253534': 'https://vimeo.com/showcase/3253534',
  'https://www.vimeo.com/album/2632481/?share=copy': 'https://vimeo.com/showcase/2632481',
  'https://vimeo.com/user26785108/newspiritualguide': 'https://vimeo.com/user26785108/newspiritualguide',
  'https://vimeo.com/moogaloop.swf?clip_id=2539741&server=vimeo.com':
    'https://player.vimeo.com/video/2539741',
  'https://vimeo.com/categories/animation/3d/videos/123456789': 'https://player.vimeo.com/video/123456789',
  'https://vimeo.com/couchmode/user123/sort:date/123456789': 'https://player.vimeo.com/video/123456789',
  'https://player.vimeo.com/video/123456789?h=abcdef0123&amp;badge=0&amp;autopause=0':
    'https://player.vimeo.com/video/123456789?h=abcdef0123',
  'https://vimeo.com/m/123456789': 'https://player.vimeo.com/video/123456789',
  'https://vimeo.com/2': 'https://player.vimeo.com/video/2',
  'https://vimeo.com/ondemand/36938/126682985': 'https://vimeo.com/ondemand/36938/126682985',
  'https://player.vimeo.com/external/123456789.hd.mp4?s=abc&profile_id=174':
    'https://player.vimeo.com/external/123456789.hd.mp4?s=abc&profile_id=174',
  'https://vimeo.com/event/5116195': 'https://vimeo.com/event/5116195',
  'https://vimeo.com/user21297594/review/75524534/3c257a1b5d':
    'https://vimeo.com/user21297594/review/75524534/3c257a1b5d',
  'Regardez : https://vimeo.com/123456789.': 'https://player.vimeo.com/video/123456789',
}
export const counterSamples = [
  'https://vimeo.com/channels/staffpicks',
  'https://vimeo.com/showcase/some-name',
  'https://vimeo.com/somebody/videos',
  'https://vimeo.com/user26785108/videos',
  'https://vimeo.com/user26785108',
  'https://vimeo.com/',
  'https://vimeo.com/blog/post/a-story',
  'https://vimeo.com.evil.example/123456789',
  'https://notvimeo.com/123456789',
]
