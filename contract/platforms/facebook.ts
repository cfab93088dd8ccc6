import { refusedAs } from './platform.ts'
import { hostOf, isHostOf, parsePublicLink } from '../link.ts'
import { definePlatform, query, segments } from './define.ts'

const SITE = 'https://www.facebook.com'
const CARRIER = /^\/plugins\/(?:video|post)\.php$/
const SHORT_HOSTS = ['fb.watch', 'fb.me', 'fb.gg']
const HOSTS = ['facebook.com', 'fb.com', ...SHORT_HOSTS]

/** The first path segments of Facebook's own pages. They are not names of profiles. */
const OWN_PAGES = new Set(
  'ads business flx gaming hashtag help home l.php legal live login messages notifications pages plugins policies privacy reel reels saved search settings share sharer stories story.php terms video videos watch watchparty'.split(
    ' ',
  ),
)

function itemOf(url: URL): string | undefined {
  const path = url.pathname
  const short = SHORT_HOSTS.find((host) => isHostOf(hostOf(url), [host]))
  if (short) return /^\/[\w/-]{3,}$/.test(path) ? `https://${short}${path}` : undefined
  const carried = CARRIER.test(path) ? query(url, 'href') : undefined
  if (carried) return carriedItem(carried)
  const asked = /^\/((watch(\/live)?|reel|video\/embed|[^/]+\/videos)\/?|(video(\/video)?|photo)\.php)$/.test(
    path,
  )
    ? query(url, 'v', 'video_id')
    : undefined
  const [, named] = /^\/(?:video|[^/]+\/videos)\/(?:[^/]+\/)*?(\d+)\/?$/.exec(path) ?? []
  const video = asked ?? named
  if (video) return /^\d+$/.test(video) ? `${SITE}/watch/?v=${video}` : undefined
  const [, reel] = /^\/reels?\/(\d+)\/?$/.exec(path) ?? []
  if (reel) return `${SITE}/reel/${reel}`
  const inGroup = groupPostOf(url)
  if (inGroup) return `${SITE}/groups/${inGroup.group}/permalink/${inGroup.post}`
  if (/^\/(?:watchparty|events(?:\/[^/]+)?)\/\d+\/?$/.test(path)) return `${SITE}${path.replace(/\/$/, '')}`
  const ad = /^\/ads\/library\/?$/.test(path) ? query(url, 'id') : undefined
  if (ad) return /^\d+$/.test(ad) ? `${SITE}/ads/library/?id=${ad}` : undefined
  const [, author, post] = /^\/([^/]+)\/posts\/(?:[^/]+\/)?(\w+)\/?$/.exec(path) ?? []
  if (post) return `${SITE}/${author}/posts/${post}`
  const [, share] = /^\/(share\/(?:[vrp]\/)?\w{6,})\/?$/.exec(path) ?? []
  if (share) return `${SITE}/${share}/`
  const [story, owner] = [query(url, 'story_fbid'), query(url, 'id')]
  const isStory = /^\/(story|permalink)\.php$/.test(path) && story && owner
  return isStory
    ? `${SITE}/story.php?story_fbid=${encodeURIComponent(story)}&id=${encodeURIComponent(owner)}`
    : undefined
}

/**
 * The id of the post is in the path, sometimes after a title, or in the query parameter `multi_permalinks`.
 */
function groupPostOf(url: URL): { group: string; post: string } | undefined {
  const [, group, rest = ''] = /^\/groups\/([^/]+)(?:\/(.*))?$/.exec(url.pathname) ?? []
  if (!group) return undefined
  const [, inPath] = /^(?:permalink|posts)\/(?:[^/]+\/)?(\w+)\/?$/.exec(rest) ?? []
  const post = inPath ?? query(url, 'multi_permalinks')?.split(',')[0]
  return post && /^\w+$/.test(post) ? { group, post } : undefined
}

function carriedItem(text: string): string | undefined {
  const url = parsePublicLink(text)
  return url && isHostOf(hostOf(url), HOSTS) && !CARRIER.test(url.pathname) ? itemOf(url) : undefined
}

export const platform = definePlatform({
  id: 'facebook',
  displayName: 'Facebook',
  color: '#0866ff',
  priority: 4,
  isPopular: true,
  glyph: { icon: 'facebook' },
  boundExtractors: ['facebook'],
  warmUp: ['Facebook', 'FacebookReel'],
  hosts: HOSTS,
  paths: `
    facebook-downloader facebook facebook-download facebook-video-download facebook-to-mp4 download-facebook-video fb-download
    fb-downloader facebook-video-saver save-facebook-video facebook-media-download`,
  invalid: 'Please enter a valid Facebook URL (facebook.com, fb.watch, or m.facebook.com)',
  item: itemOf,
  refuse: (url) => (segments(url)[0] === 'stories' ? refusedAs('login') : undefined),
  list(url) {
    const [first, second, ...rest] = segments(url)
    if (!first || isHostOf(hostOf(url), SHORT_HOSTS)) return undefined
    if (first === 'groups' || (first === 'share' && second === 'g')) return 'group'
    if (['photo', 'photo.php', 'photos'].includes(first) || second === 'photos') return 'picture'
    if (first === 'profile.php' || first === 'people' || (first === 'share' && !second)) return 'profile'
    if (first === 'events') return 'list of events'
    if (first === 'marketplace') return 'list of offers'
    return rest.length > 0 || first.endsWith('.php') || OWN_PAGES.has(first) ? undefined : 'profile'
  },
})

export const samples = {
  'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fsomepage%2Fvideos%2F647537299265662%2F&width=500':
    'https://www.facebook.com/watch/?v=647537299265662',
  'https://l.facebook.com/l.php?u=https%3A%2F%2Ffb.watch%2FabcDEF123%2F&h=AT0': 'https://fb.watch/abcDEF123/',
  'https://www.facebook.com/somepage/videos/?v=647537299265662':
    'https://www.facebook.com/watch/?v=647537299265662',
  'https://www.facebook.com/watch/?v=647537299265662': 'https://www.facebook.com/watch/?v=647537299265662',
  'facebook.com/watch?v=647537299265662&ref=sharing': 'https://www.facebook.com/watch/?v=647537299265662',
  'https://m.facebook.com/video.php?v=647537299265662': 'https://www.facebook.com/watch/?v=647537299265662',
  'https://www.facebook.com/somepage/videos/a-title/647537299265662/':
    'https://www.facebook.com/watch/?v=647537299265662',
  'https://de-de.facebook.com/somepage/videos/647537299265662':
    'https://www.facebook.com/watch/?v=647537299265662',
  'https://www.facebook.com/reel/1195289147628387?mibextid=x':
    'https://www.facebook.com/reel/1195289147628387',
  'https://web.facebook.com/somepage/posts/pfbid02ABCdef123':
    'https://www.facebook.com/somepage/posts/pfbid02ABCdef123',
  'https://www.facebook.com/groups/164828000315060/posts/764967300301124/':
    'https://www.facebook.com/groups/164828000315060/permalink/764967300301124',
  'https://www.facebook.com/groups/1513990329015294/posts/d41d8cd9/2013209885760000/?app=fbl':
    'https://www.facebook.com/groups/1513990329015294/permalink/2013209885760000',
  'https://m.facebook.com/groups/some.group/posts/a-title-of-a-post/764967300301124':
    'https://www.facebook.com/groups/some.group/permalink/764967300301124',
  'https://www.facebook.com/groups/164828000315060/?multi_permalinks=764967300301124&hoisted_section_header_type=x':
    'https://www.facebook.com/groups/164828000315060/permalink/764967300301124',
  'https://m.facebook.com/login.php?next=https%3A%2F%2Fm.facebook.com%2Fwatch%2F%3Fv%3D647537299265662&refsrc=x':
    'https://www.facebook.com/watch/?v=647537299265662',
  'https://lm.facebook.com/l.php?u=https%3A%2F%2Fwww.facebook.com%2Freel%2F1195289147628387':
    'https://www.facebook.com/reel/1195289147628387',
  'https://www.facebook.com/flx/warn/?u=https%3A%2F%2Ffb.watch%2FabcDEF123%2F': 'https://fb.watch/abcDEF123/',
  'https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fwww.facebook.com%2Freel%2F1195289147628387&amp;src=sdkpreparse':
    'https://www.facebook.com/reel/1195289147628387',
  'https://www.facebook.com/video/embed?video_id=647537299265662':
    'https://www.facebook.com/watch/?v=647537299265662',
  'https://m.facebook.com/events/1509582499515440': 'https://www.facebook.com/events/1509582499515440',
  'https://es-la.facebook.com/ads/library/?id=901230958115569':
    'https://www.facebook.com/ads/library/?id=901230958115569',
  'https://fb.me/v/abcDEF123': 'https://fb.me/v/abcDEF123',
  'https://m.facebook.com/story.php?story_fbid=pfbid0ABC&id=100064718678925&mibextid=z':
    'https://www.facebook.com/story.php?story_fbid=pfbid0ABC&id=100064718678925',
  'https://www.facebook.com/share/v/1AbCdEfGhI/': 'https://www.facebook.com/share/v/1AbCdEfGhI/',
  'https://www.facebook.com/share/r/1AbCdEfGhI?mibextid=x': 'https://www.facebook.com/share/r/1AbCdEfGhI/',
  'https://fb.watch/aBcDeFgHiJ/': 'https://fb.watch/aBcDeFgHiJ/',
  'https://fb.com/watch?v=647537299265662': 'https://www.facebook.com/watch/?v=647537299265662',
  'Mira este video (https://fb.watch/aBcDeFgHiJ/)': 'https://fb.watch/aBcDeFgHiJ/',
}
export const counterSamples = [
  'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fevil.example%2Freel%2F1195289147628387',
  'https://l.facebook.com/l.php?u=https%3A%2F%2Fevil.example%2Freel%2F1195289147628387',
  'https://l.facebook.com/l.php?u=javascript%3Aalert(1)',
  'https://www.facebook.com/share/g/1AbCdEfGhI/',
  'https://www.facebook.com/photo/?fbid=647537299265662&set=a.1',
  'https://www.facebook.com/events/',
  'https://www.facebook.com/ads/library/',
  'https://www.facebook.com/somepage',
  'https://www.facebook.com/profile.php?id=100064718678925',
  'https://www.facebook.com/somepage/videos/',
  'https://www.facebook.com/groups/164828000315060',
  'https://www.facebook.com/stories/100064718678925/UzpfSVNDOjE=/',
  'https://www.facebook.com/',
  'https://fb.watch.evil.example/aBcDeFgHiJ/',
  'https://evil.example/facebook.com/watch/?v=647537299265662',
  'https://evil.example/?u=https://www.facebook.com/watch/?v=647537299265662',
]
