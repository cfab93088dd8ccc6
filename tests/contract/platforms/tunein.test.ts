import { severalItems, testAccepted, testRefused } from './lib/check-links.ts'

const SHOW = 'https://tunein.com/podcasts/Technology/A-Show-p1153019/'

testAccepted('tunein', {
  'https://www.tun.in/ser7s/': 'https://tun.in/ser7s',
  'https://tunein.com/station/s34682': 'https://tunein.com/station/s34682/',
  'https://tunein.com/podcasts/p1153019': 'https://tunein.com/podcasts/p1153019/',
  'https://tunein.com/search/?topicId=236404354': 'https://tunein.com/search/?topicId=236404354',
  'https://tunein.com/podcasts/Technology/A-Show-p1153019?topicId=2%26x': `${SHOW}?topicId=2%26x`,
  'https://tunein.com/station/?stationId=3%26x': 'https://tunein.com/station/?stationId=3%26x',
  'https://tunein.com/artist/Somebody-m1/': 'https://tunein.com/artist/Somebody-m1/',
  'https://tunein.com/embed/podcasts/x': 'https://tunein.com/embed/podcasts/x/',
})

testRefused('tunein', {
  [severalItems('a home page', 'episode')]: ['https://tunein.com/', 'https://tunein.com/?topicId=236404354'],
  [severalItems('a show', 'episode')]: ['https://tunein.com/program/?programId=1153019'],
  [severalItems('a list', 'episode')]: [
    'https://tunein.com/radio/',
    'https://tunein.com/radio/Music-g1/',
    'https://tunein.com/radio/s34682-Music/',
    'https://tunein.com/radio/A-Show-p1153019/',
    'https://tunein.com/podcasts/',
    'https://tunein.com/podcasts/Technology/p1153019-x/',
    'https://tunein.com/podcasts/Technology/x/A-Show-p1153019/',
    'https://tunein.com/podcasts/A-Show-p1153019/Technology/',
    'https://tunein.com/search/?query=x',
    'https://tunein.com/navigation/',
  ],
})
