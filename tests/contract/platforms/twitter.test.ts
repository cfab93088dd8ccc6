import { invalidLink, severalItems, testAccepted, testRefused } from './lib/check-links.ts'

const POST = 'https://x.com/i/status/1732824684683784516'

testAccepted('twitter', {
  'https://fxtwitter.com/SpaceX/status/1732824684683784516': POST,
  'https://fixupx.com/SpaceX/status/1732824684683784516': POST,
  'https://fixvx.com/SpaceX/status/1732824684683784516': POST,
  'https://twittpr.com/SpaceX/status/1732824684683784516': POST,
  'https://xcancel.com/SpaceX/status/1732824684683784516': POST,
  'https://x.com/SpaceX/status/1732824684683784516/video/12': `${POST}/video/12`,
  'https://x.com/SpaceX/status/1732824684683784516/video/0': POST,
  'https://twitter.com/i/broadcasts/1lPKqmqWjXqKb?t=1': 'https://x.com/i/broadcasts/1lPKqmqWjXqKb',
  'https://t.co/AbCdEf1234/': 'https://t.co/AbCdEf1234',
})

testRefused('twitter', {
  [severalItems('a profile')]: [
    'https://x.com/SpaceX',
    'https://x.com/S/',
    'https://x.com/HomeDepot',
    'https://x.com/i_am_somebody',
  ],
  [invalidLink('twitter')]: [
    'https://x.com/',
    'https://x.com/home',
    'https://x.com/explore/',
    'https://x.com/search?q=cats',
    'https://x.com/hashtag/cats',
    'https://x.com/i',
    'https://x.com/messages',
    'https://x.com/notifications',
    'https://x.com/settings',
    'https://x.com/SpaceX/likes',
    'https://x.com/about/i/videos/1732824684683784516',
    'https://x.com/about/i/spaces/1OwxWwQOPlNxQ',
    'https://nitter.net/i/spaces/1OwxWwQOPlNxQ',
    'https://t.co/AbCdEf1234/x',
    'https://t.co/x.AbCdEf1234',
    'https://platform.twitter.com/embed/Tweet.html?id=x1732824684683784516',
    'https://platform.twitter.com/embed/Tweet.html?id=1732824684683784516x',
    'https://platform.twitter.com/about/Tweet.html?id=1732824684683784516',
  ],
})
