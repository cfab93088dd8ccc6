import { invalidLink, severalItems, testAccepted, testRefused } from './lib/check-links.ts'

const EPISODE = 'https://podcasts.apple.com/us/podcast/id1531349107?i=1000748574256'

testAccepted('apple_podcasts', {
  'https://podcasts.apple.com/US/podcast/id1531349107/?i=1000748574256': EPISODE,
  'https://podcasts.apple.com/us/podcast/a-title/1531349107?i=1000748574256':
    'https://podcasts.apple.com/us/podcast/1531349107?i=1000748574256',
})

testRefused('apple_podcasts', {
  [severalItems('a show', 'episode')]: [
    'https://podcasts.apple.com/us/podcast/a-title',
    'https://podcasts.apple.com/us/podcast/xid1531349107',
    'https://podcasts.apple.com/us/podcast/id1531349107x',
    'https://podcasts.apple.com/us/podcast/id1531349107?i=x1000748574256',
    'https://podcasts.apple.com/us/podcast/id1531349107?i=1000748574256x',
    'https://podcasts.apple.com/a/b/podcast/id1531349107?i=1000748574256',
  ],
  [severalItems('a list', 'episode')]: [
    'https://podcasts.apple.com/us/channel/some-channel/id6442517231',
    'https://podcasts.apple.com/us/charts',
    'https://podcasts.apple.com/us/genre/podcasts-arts/id1301',
    'https://podcasts.apple.com/us/browse',
    'https://podcasts.apple.com/us/search?term=x',
  ],
  [invalidLink('apple_podcasts')]: [
    'https://podcasts.apple.com/',
    'https://itunes.apple.com/us/album/a-record/id1440857781',
  ],
})
