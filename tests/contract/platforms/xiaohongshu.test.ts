import { invalidLink, severalItems, testAccepted, testRefused } from './lib/check-links.ts'

const NOTE = 'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9'

testAccepted('xiaohongshu', {
  'https://www.xiaohongshu.com/search_result/6411CF99000000001300B6D9': NOTE,
  'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9/?xsec_source=pc_share': NOTE,
  'https://www.xiaohongshu.com/user/5e8b1d2a0000000001006b4c/6411cf99000000001300b6d9': NOTE,
})

testRefused('xiaohongshu', {
  [severalItems('a profile')]: ['https://www.xiaohongshu.com/user/profile/5e8b1d2a0000000001006b4c'],
  [severalItems('a list')]: [
    'https://www.xiaohongshu.com/explore',
    'https://www.xiaohongshu.com/explore/',
    'https://www.xiaohongshu.com/discovery',
  ],
  [invalidLink('xiaohongshu')]: [
    'https://www.xiaohongshu.com/',
    'https://xhslink.com/',
    'https://www.xiaohongshu.com/about/explore',
    'https://www.xiaohongshu.com/explore/about',
    'https://www.xiaohongshu.com/about/explore/6411cf99000000001300b6d9',
    'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9/x',
    'https://www.xiaohongshu.com/explore/6411cf9900000',
    'https://www.xiaohongshu.com/website-login',
  ],
})
