import { failures } from '#contract/failures.ts'
import { invalidLink, severalItems, testAccepted, testRefused } from './lib/check-links.ts'

const POST = 'https://www.instagram.com/p/CxYzAbCdEfG/'

testAccepted('instagram', {
  'https://instagr.am/p/CxYzAbCdEfG': POST,
  'https://www.kkinstagram.com/reel/CxYzAbCdEfG/': POST,
  'https://www.vxinstagram.com/reel/CxYzAbCdEfG/': POST,
  'https://www.instagram.com/p/CxYzAbCdEfG/embed': POST,
  'https://www.instagram.com/share/BAAbCdEfG1/': 'https://www.instagram.com/share/BAAbCdEfG1/',
  'https://www.instagram.com/share/p/BAAbCdEfG1': 'https://www.instagram.com/share/p/BAAbCdEfG1/',
  'https://www.instagram.com/share/tv/BAAbCdEfG1': 'https://www.instagram.com/share/tv/BAAbCdEfG1/',
})

testRefused('instagram', {
  [severalItems('a profile')]: [
    'https://www.instagram.com/somebody/',
    'https://www.instagram.com/somebody/tagged/',
    'https://www.instagram.com/a/b/p/CxYzAbCdEfG/',
  ],
  [severalItems('a list')]: [
    'https://www.instagram.com/explore/',
    'https://www.instagram.com/explore/tags/dogs/',
    'https://www.instagram.com/reels/audio/1234567890/',
    'https://www.instagram.com/reels/',
  ],
  [failures.login.text]: ['https://www.instagram.com/stories/somebody/3456789012345678901/'],
  [invalidLink('instagram')]: [
    'https://www.instagram.com/',
    'https://www.instagram.com/p/',
    'https://www.instagram.com/tv/',
    'https://www.instagram.com/reel/',
    'https://www.instagram.com/share/',
    'https://www.instagram.com/share/abc',
    'https://www.instagram.com/share/p/BAAbCdEfG1/x',
    'https://www.instagram.com/accounts/edit/',
    'https://www.instagram.com/p/x/share/BAAbCdEfG1',
  ],
})
