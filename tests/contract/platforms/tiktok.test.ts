import { failures } from '#contract/failures.ts'
import { invalidLink, severalItems, testAccepted, testRefused } from './lib/check-links.ts'

const VIDEO = 'https://www.tiktok.com/@_/video/6718335390845095173'

testAccepted('tiktok', {
  'https://www.tiktok.com/i18n/share/video/6718335390845095173': VIDEO,
  'https://www.tiktok.com/de/@somebody/video/6718335390845095173': VIDEO,
  'https://www.tiktok.com/zh-hant/@somebody/video/6718335390845095173': VIDEO,
  'https://www.tiktok.com/video/6718335390845095173': VIDEO,
  'https://www.tiktok.com/@/video/6718335390845095173': VIDEO,
  'https://www.tiktok.com/embed/6718335390845095173': VIDEO,
  'https://www.tiktok.com/player/v1/6718335390845095173?music_info=1': VIDEO,
  'https://www.tiktok.com/foryou?item_id=6718335390845095173': VIDEO,
  'https://www.tiktok.com/foryou?share_item_id=6718335390845095173': VIDEO,
  'https://www.tnktok.com/@somebody/video/6718335390845095173': VIDEO,
})

testRefused('tiktok', {
  [severalItems('a list')]: [
    'https://www.tiktok.com/tag/dogs',
    'https://www.tiktok.com/music/original-sound-6718335390845095173',
    'https://www.tiktok.com/discover/dogs',
    'https://www.tiktok.com/collection/dogs',
  ],
  [severalItems('a playlist')]: [
    'https://www.tiktok.com/@somebody/playlist/dogs-6718335390845095173',
    'https://www.tiktok.com/@somebody/collection/dogs-6718335390845095173',
  ],
  [severalItems('a profile')]: ['https://www.tiktok.com/@somebody', 'https://www.tiktok.com/@somebody/tag/x'],
  [failures.live.text]: ['https://www.tiktok.com/@somebody/live'],
  [invalidLink('tiktok')]: [
    'https://www.tiktok.com/foryou?item_id=12345678901234',
    'https://www.tiktok.com/foryou?item_id=x6718335390845095173',
    'https://www.tiktok.com/foryou?item_id=6718335390845095173x',
    'https://www.tiktok.com/about/@somebody/video/6718335390845095173/',
    'https://www.tiktok.com/about/@somebody/live',
    'https://www.tiktok.com/about/@somebody/playlist/dogs-1',
    'https://www.tiktok.com/about/tag/dogs',
    'https://www.tiktok.com/a/@somebody',
    'https://www.tiktok.com/video/6718335390845095173x',
    'https://www.tiktok.com/abc/video/6718335390845095173',
    'https://www.tiktok.com/1b/video/6718335390845095173',
    'https://www.tiktok.com/de-a/video/6718335390845095173',
    'https://www.tiktok.com/de-12/video/6718335390845095173',
    'https://www.tiktok.com/t/',
    'https://vm.tiktok.com/x/ZTR45GpSF',
    'https://vm.tiktok.com/ZTR45GpSF/x',
  ],
})
