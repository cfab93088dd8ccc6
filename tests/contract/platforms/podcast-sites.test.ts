import { platformById } from '#contract/platforms/index.ts'
import { describe } from 'vitest'
import { severalItems, testAccepted, testRefused } from './lib/check-links.ts'

describe('the page of Player.FM accepts a link to one episode', () => {
  testAccepted('playerfm', {
    'https://vi.player.fm/series/a-show/an-episode': 'https://player.fm/series/a-show/an-episode',
  })
  testRefused('playerfm', {
    [severalItems('a home page', 'episode')]: ['https://player.fm/'],
    [severalItems('a series', 'episode')]: ['https://player.fm/series/', 'https://player.fm/series/a-show'],
    [severalItems('a list', 'episode')]: 'podcasts featured topics search subscriptions playlists'
      .split(' ')
      .map((page) => `https://player.fm/${page}/x`),
  })
})

describe('the page of Castbox accepts a link to one episode', () => {
  testAccepted('castbox', { 'https://www.castbox.fm/app/x/': 'https://castbox.fm/app/x' })
  testRefused('castbox', {
    [severalItems('a home page', 'episode')]: ['https://castbox.fm/'],
    [severalItems('a channel', 'episode')]: [
      'https://castbox.fm/channel/Just-Coffee-id2077029',
      'https://castbox.fm/vc/2077029',
      'https://castbox.fm/ch/2077029',
    ],
    [severalItems('a list', 'episode')]: 'home categories search subscribed creator'
      .split(' ')
      .map((page) => `https://castbox.fm/${page}/x`),
  })
})

describe('the page of Xiaoyuzhou FM refuses a link to several episodes', () => {
  testRefused('xiaoyuzhou', {
    [severalItems('a home page', 'episode')]: ['https://www.xiaoyuzhoufm.com/'],
    [severalItems('a profile', 'episode')]: ['https://www.xiaoyuzhoufm.com/user/5e8b1d2a0000'],
    [severalItems('a podcast', 'episode')]: ['https://www.xiaoyuzhoufm.com/podcast/625635587bfca4e73e990703'],
    [severalItems('a list', 'episode')]: ['https://www.xiaoyuzhoufm.com/collection/episode/625635587bfc'],
  })
})

describe('a link to a Spotify episode is accepted', () => {
  const EPISODE = 'https://open.spotify.com/episode/7B8nfhMvUXtdjuujHuyDMK'
  testAccepted('spotify', {
    'https://open.spotify.com/INTL-pt-br/episode/7B8nfhMvUXtdjuujHuyDMK': EPISODE,
    'https://spotify.link/AbCdEf123/': 'https://spotify.link/AbCdEf123',
  })
  testRefused('spotify', {
    [platformById('spotify')!.words!.drm!.message]: [
      'https://open.spotify.com/AbCdEf123',
      'https://podcasters.spotify.com/episode/7B8nfhMvUXtdjuujHuyDMK',
      'https://open.spotify.com/episode/x7B8nfhMvUXtdjuujHuyDMK',
      'https://open.spotify.com/episode/7B8nfhMvUXtdjuujHuyDMKx',
      'https://open.spotify.com/embedded/episode/7B8nfhMvUXtdjuujHuyDMK',
      'https://open.spotify.com/x-embed/episode/7B8nfhMvUXtdjuujHuyDMK',
      'https://spotify.link/a/b',
    ],
  })
})
