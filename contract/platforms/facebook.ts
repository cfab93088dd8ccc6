import { failures } from '../failure.ts'
import { hostOf, isHostOf, parsePublicLink } from '../link.ts'
import { definePlatform, query, segments } from './define.ts'

const SITE = 'https://www.facebook.com'
/** Embedded players and redirects of external links have their target in a query parameter. */
const CARRIER = /^\/(?:plugins\/(?:video|post)|l)\.php$/
const HOSTS = ['facebook.com', 'fb.watch', 'fb.com']

function itemOf(url: URL): string | undefined {
  const path = url.pathname
  if (isHostOf(hostOf(url), ['fb.watch']))
    return /^\/[\w/-]{3,}$/.test(path) ? `https://fb.watch${path}` : undefined
  const carried = CARRIER.test(path) ? query(url, 'href', 'u') : undefined
  if (carried) return carriedItem(carried)
  const asked = /^\/((watch(\/live)?|reel|[^/]+\/videos)\/?|(video(\/video)?|photo)\.php)$/.test(path)
    ? query(url, 'v', 'video_id')
    : undefined
  const [, named] = /^\/(?:video|[^/]+\/videos)\/(?:[^/]+\/)*?(\d+)\/?$/.exec(path) ?? []
  const video = asked ?? named
  if (video) return /^\d+$/.test(video) ? `${SITE}/watch/?v=${video}` : undefined
  const [, reel] = /^\/reels?\/(\d+)\/?$/.exec(path) ?? []
  if (reel) return `${SITE}/reel/${reel}`
  const [, group, inGroup] = /^\/groups\/([^/]+)\/(?:permalink|posts)\/(\w+)\/?$/.exec(path) ?? []
  if (inGroup) return `${SITE}/groups/${group}/permalink/${inGroup}`
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

/** The item of a link in a query parameter. */
function carriedItem(text: string): string | undefined {
  const url = parsePublicLink(text)
  return url && isHostOf(hostOf(url), HOSTS) && !CARRIER.test(url.pathname) ? itemOf(url) : undefined
}

export const platform = definePlatform({
  id: 'facebook',
  displayName: 'Facebook',
  color: '#0866ff',
  priority: 4,
  glyph: { icon: 'facebook' },
  bound: ['facebook'],
  warmUp: ['Facebook', 'FacebookReel'],
  hosts: HOSTS,
  paths: `
    facebook-downloader facebook facebook-download facebook-video-download facebook-to-mp4 download-facebook-video fb-download
    fb-downloader facebook-video-saver save-facebook-video facebook-media-download`,
  invalid: 'Please enter a valid Facebook URL (facebook.com, fb.watch, or m.facebook.com)',
  item: itemOf,
  refuse: (url) => (segments(url)[0] === 'stories' ? failures.login.text : undefined),
  list(url) {
    const [first, ...rest] = segments(url)
    if (!first || first.endsWith('.php') || rest.length > 1)
      return first === 'profile.php' ? 'profile' : undefined
    if (first === 'groups') return 'group'
    return first === 'watch' || first === 'reel' ? undefined : 'profile'
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
  'https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.facebook.com%2Fl.php%3Fu%3Dhttps%253A%252F%252Ffb.watch%252Fabc',
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
