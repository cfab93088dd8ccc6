import { failures } from '#contract/failures.ts'
import { invalidLink, severalItems, testAccepted, testRefused } from './lib/check-links.ts'

const VIDEO = 'https://www.bilibili.com/video/BV1xx411c7mD'

testAccepted('bilibili', {
  'https://bilibili.com/video/bV1xx411c7mD': VIDEO,
  'https://www.bilibili.com/video/AV170001': 'https://www.bilibili.com/video/av170001',
  'https://www.bilibili.com/video/BV1xx411c7mD?page=3': VIDEO,
  'https://player.bilibili.com/player.html?bvid=BV1xx411c7mD&p=2': `${VIDEO}?p=2`,
  'https://bilibili.com/bangumi/play/ep21495': 'https://www.bilibili.com/bangumi/play/ep21495',
  'https://m.bilibili.com/bangumi/play/ep21495': 'https://www.bilibili.com/bangumi/play/ep21495',
  'https://bili2233.cn/AbCd123': 'https://bili2233.cn/AbCd123',
  'https://www.bilibili.com/opus/998134289197432852': 'https://www.bilibili.com/opus/998134289197432852',
  'https://www.bilibili.com/audio/au1003142': 'https://www.bilibili.com/audio/au1003142',
  'https://www.bilibili.tv/player?ssid=34613&epid=341736': 'https://www.bilibili.tv/en/play/34613/341736',
  'https://www.bilibili.tv/player?season_id=34613&episode_id=341736':
    'https://www.bilibili.tv/en/play/34613/341736',
  'https://www.bilibili.tv/en/video/2041863208?season_id=34613':
    'https://www.bilibili.tv/en/video/2041863208',
  'https://www.bilibili.tv/en/video/2041863208?aid=x': 'https://www.bilibili.tv/en/video/2041863208',
  'https://www.bilibili.tv/en/video/2041863208?aid=1/2x': 'https://www.bilibili.tv/en/video/2041863208',
  'https://www.bilibili.tv/en/video/2041863208?aid=1/2/3': 'https://www.bilibili.tv/en/video/2041863208',
  'https://www.bilibili.com/festival/2026spring?aid=170001': 'https://www.bilibili.com/festival/2026spring',
})

testRefused('bilibili', {
  [severalItems('a home page')]: [
    'https://www.bilibili.com/',
    'https://www.bilibili.tv/?season_id=1',
    'https://b23.tv/',
  ],
  [severalItems('a profile')]: [
    'https://space.bilibili.com/3985676/video',
    'https://www.bilibili.tv/space/3985676',
    'https://m.bilibili.com/space/3985676/',
  ],
  [severalItems('a series')]: [
    'https://www.bilibili.com/bangumi/play/ss26801',
    'https://www.bilibili.com/bangumi/media/md28229899/',
    'https://www.bilibili.tv/en/play/34613',
  ],
  [severalItems('a list')]: [
    'https://www.bilibili.com/list/1958703906',
    'https://www.bilibili.com/medialist/detail/ml1',
    'https://www.bilibili.com/v/popular/all',
    'https://www.bilibili.com/audio/am10624',
    'https://search.bilibili.com/all?keyword=x',
  ],
  [failures.live.text]: ['https://live.bilibili.com/21'],
  [invalidLink('bilibili')]: [
    'https://player.bilibili.com/player.html?aid=x170001',
    'https://player.bilibili.com/player.html?aid=170001x',
  ],
})
