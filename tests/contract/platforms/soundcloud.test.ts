import { invalidLink, severalItems, testAccepted, testRefused } from './lib/check-links.ts'

const TRACK = 'https://soundcloud.com/somebody/a-track'
const API_TRACK = 'https://api.soundcloud.com/tracks/123998367'
const inPlayer = (link: string, host = 'w.soundcloud.com') =>
  `https://${host}/player/?url=${encodeURIComponent(link)}`

testAccepted('soundcloud', {
  'https://www.soundcloud.com/somebody/a-track': TRACK,
  [`${TRACK}/recommended`]: TRACK,
  [`${TRACK}?secret_token=s-8Pjrp`]: `${TRACK}/s-8Pjrp`,
  [`${TRACK}?secret_token=8Pjrp`]: TRACK,
  'https://soundcloud.com/somebody/sets/an-album/s-8Pjrp':
    'https://soundcloud.com/somebody/sets/an-album/s-8Pjrp',
  'https://soundcloud.com/somebody/sets/an-album/8Pjrp-s-': 'https://soundcloud.com/somebody/sets/an-album',
  'https://api.soundcloud.com/tracks/soundcloud:tracks:123998367/': API_TRACK,
  'https://api.soundcloud.com/tracks/soundcloud%3Atracks%3A123998367': API_TRACK,
  'https://api-v2.soundcloud.com/tracks/123998367?secret_token=s-8+Pjrp%26': `${API_TRACK}?secret_token=s-8%20Pjrp%26`,
  'https://www.snd.sc/AbCdE1/': 'https://snd.sc/AbCdE1',
  [inPlayer('https://m.soundcloud.com/somebody/a-track')]: TRACK,
  [inPlayer('https://www.soundcloud.com/somebody/a-track')]: TRACK,
  [inPlayer(TRACK, 'player.soundcloud.com')]: TRACK,
})

testRefused('soundcloud', {
  [severalItems('a playlist', 'track')]: [
    'https://soundcloud.com/somebody/sets',
    'https://soundcloud.com/somebody/sets/weekly::x',
    'https://soundcloud.com/somebody/sets/:weekly',
    'https://soundcloud.com/discover/sets/weekly',
    'https://soundcloud.com/playlists/1',
  ],
  [severalItems('a profile', 'track')]: [
    'https://soundcloud.com/somebody',
    ...'tracks albums reposts likes spotlight comments popular-tracks followers following'
      .split(' ')
      .map((page) => `https://soundcloud.com/somebody/${page}`),
    'https://soundcloud.com/somebody/comments/sets/x',
  ],
  [severalItems('a list', 'track')]: 'discover stream search charts tags stations you upload pages popular'
    .split(' ')
    .flatMap((page) => [`https://soundcloud.com/${page}`, `https://soundcloud.com/${page}/somebody`]),
  [severalItems('a home page', 'track')]: ['https://soundcloud.com/', 'https://m.soundcloud.com/'],
  [invalidLink('soundcloud')]: [
    'https://snd.sc/',
    'https://on.soundcloud.com/',
    'https://help.soundcloud.com/hc/en-us',
    'https://on.soundcloud.com/a/b',
    'https://w.soundcloud.com/player/',
    inPlayer('https://evil.example/https://soundcloud.com'),
    inPlayer('https://soundcloud.com.evil.example/somebody/a-track'),
    inPlayer('https://notsoundcloud.com/somebody/a-track'),
    inPlayer('soundcloud.com'),
    'https://api.soundcloud.com/tracks/123998367/x',
    'https://api.soundcloud.com/users/tracks/123998367',
    'https://soundcloud.com/oembed?format=json',
    inPlayer('https://apisoundcloud.com/tracks/123998367'),
  ],
})
