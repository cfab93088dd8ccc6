import { failures } from '#contract/failures.ts'
import { invalidLink, severalItems, testAccepted, testRefused } from './lib/check-links.ts'

const SITE = 'https://www.facebook.com'
const VIDEO = `${SITE}/watch/?v=647537299265662`

testAccepted('facebook', {
  'https://fb.gg/v/abcDEF123': 'https://fb.gg/v/abcDEF123',
  'https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Freel%2F1195289147628387': `${SITE}/reel/1195289147628387`,
  'https://www.facebook.com/watch/live/?v=647537299265662': VIDEO,
  'https://www.facebook.com/reel/?v=647537299265662': VIDEO,
  'https://www.facebook.com/video/video.php?v=647537299265662': VIDEO,
  'https://www.facebook.com/photo.php?v=647537299265662': VIDEO,
  'https://www.facebook.com/video/647537299265662/': VIDEO,
  'https://www.facebook.com/somepage/videos/vb.1/647537299265662/': VIDEO,
  'https://www.facebook.com/reels/1195289147628387/': `${SITE}/reel/1195289147628387`,
  'https://www.facebook.com/watchparty/1509582499515440/': `${SITE}/watchparty/1509582499515440`,
  'https://www.facebook.com/events/a-title/1509582499515440/': `${SITE}/events/a-title/1509582499515440`,
  'https://www.facebook.com/ads/library?id=901230958115569': `${SITE}/ads/library/?id=901230958115569`,
  'https://www.facebook.com/somepage/posts/a-title/764967300301124/': `${SITE}/somepage/posts/764967300301124`,
  'https://www.facebook.com/share/p/1AbCdEfGhI/': `${SITE}/share/p/1AbCdEfGhI/`,
  'https://www.facebook.com/share/1AbCdEfGhI': `${SITE}/share/1AbCdEfGhI/`,
  'https://www.facebook.com/permalink.php?story_fbid=pfbid0ABC&id=100064718678925': `${SITE}/story.php?story_fbid=pfbid0ABC&id=100064718678925`,
  'https://www.facebook.com/groups/some.group/permalink/764967300301124/': `${SITE}/groups/some.group/permalink/764967300301124`,
  'https://www.facebook.com/groups/some.group?multi_permalinks=764967300301124,764967300301125': `${SITE}/groups/some.group/permalink/764967300301124`,
})

testRefused('facebook', {
  [severalItems('a group')]: [
    'https://www.facebook.com/groups/some.group',
    'https://www.facebook.com/groups/',
    'https://www.facebook.com/groups/some.group/media/posts/764967300301124',
    'https://www.facebook.com/groups/some.group/posts/764967300301124/x/y',
    'https://www.facebook.com/groups/some.group?multi_permalinks=x.764967300301124',
    'https://www.facebook.com/groups/some.group?multi_permalinks=764967300301124.x',
    'https://www.facebook.com/share/g/1AbCdEfGhI/',
  ],
  [severalItems('a picture')]: [
    'https://www.facebook.com/photo/?fbid=647537299265662',
    'https://www.facebook.com/photo.php?fbid=647537299265662',
    'https://www.facebook.com/photos/',
    'https://www.facebook.com/somepage/photos/a.1/2',
  ],
  [severalItems('a profile')]: [
    'https://www.facebook.com/somepage',
    'https://www.facebook.com/somepage/videos',
    'https://www.facebook.com/profile.php?id=100064718678925',
    'https://www.facebook.com/people/Some-Body/100064718678925',
    'https://www.facebook.com/share/',
    'https://www.facebook.com/a/story.php?story_fbid=pfbid0ABC&id=100064718678925',
    'https://www.facebook.com/story.phpx?story_fbid=pfbid0ABC&id=100064718678925',
  ],
  [severalItems('a list of events')]: [
    'https://www.facebook.com/events/',
    'https://www.facebook.com/events/a-title/b/1',
  ],
  [severalItems('a list of offers')]: ['https://www.facebook.com/marketplace/item/1'],
  [failures.login.text]: ['https://www.facebook.com/stories/100064718678925/UzpfSVNDOjE=/'],
  [invalidLink('facebook')]: [
    'https://www.facebook.com/',
    ...'ads business flx gaming hashtag help home legal live login messages notifications pages plugins policies privacy reel reels saved search settings sharer terms video videos watch watchparty'
      .split(' ')
      .map((page) => `https://www.facebook.com/${page}`),
    'https://www.facebook.com/gaming/x',
    'https://www.facebook.com/anything.php',
    'https://www.facebook.com/a/b/c',
    'https://fb.watch/ab',
    'https://fb.watch/a.b/cdef',
    'https://fb.watch/abcdef.x',
    'https://www.facebook.com/watch/?v=x647537299265662',
    'https://www.facebook.com/watch/?v=647537299265662x',
    'https://www.facebook.com/a/b/watch/?v=647537299265662',
    'https://www.facebook.com/watch/x/y/?v=647537299265662',
    'https://www.facebook.com/a/b/videos/647537299265662',
    'https://www.facebook.com/a/b/reel/1195289147628387',
    'https://www.facebook.com/reel/1195289147628387/x',
    'https://www.facebook.com/a/b/watchparty/1509582499515440',
    'https://www.facebook.com/watchparty/1509582499515440/x',
    'https://www.facebook.com/a/b/ads/library/?id=901230958115569',
    'https://www.facebook.com/ads/library/x?id=901230958115569',
    'https://www.facebook.com/ads/library/?id=x901230958115569',
    'https://www.facebook.com/ads/library/?id=901230958115569x',
    'https://www.facebook.com/a/b/posts/764967300301124',
    'https://www.facebook.com/somepage/posts/a/b/764967300301124',
    'https://www.facebook.com/a/b/share/1AbCdEfGhI',
    'https://www.facebook.com/share/v/1AbCdEfGhI/x',
    'https://www.facebook.com/story.php?story_fbid=pfbid0ABC',
    'https://www.facebook.com/story.php?id=100064718678925',
    'https://www.facebook.com/a/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Freel%2F1195289147628387',
    'https://www.facebook.com/plugins/video.php5?href=https%3A%2F%2Fwww.facebook.com%2Freel%2F1195289147628387',
    'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fplugins%2Fvideo.php%3Fhref%3Dhttps%253A%252F%252Ffb.watch%252Fabcdef',
  ],
})
