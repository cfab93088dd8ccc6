import type { Site } from './site.ts'
import { attack } from './sites/attack.ts'
import { audio } from './sites/audio.ts'
import { bilibili } from './sites/bilibili.ts'
import { carriers } from './sites/carriers.ts'
import { bandcamp, broadcaster } from './sites/choice.ts'
import { castbox } from './sites/castbox.ts'
import { cdn } from './sites/cdn.ts'
import { corpus } from './sites/corpus.ts'
import { facebook, instagram } from './sites/meta.ts'
import { direct, shortLived } from './sites/direct.ts'
import { feeds } from './sites/feeds.ts'
import { guarded, harmful, hostile, ordinary } from './sites/pages.ts'
import { hold } from './sites/hold.ts'
import { oddServers } from './sites/odd-servers.ts'
import { players, unknownPlayer } from './sites/players.ts'
import { podcast } from './sites/podcasts.ts'
import { spotify } from './sites/spotify.ts'
import { strange } from './sites/strange.ts'
import { streams } from './sites/streams.ts'
import { tiktok } from './sites/tiktok.ts'
import { twitter, twitterMedia } from './sites/twitter.ts'
import { vimeo } from './sites/vimeo.ts'
import { xiaohongshu } from './sites/xiaohongshu.ts'
import { xiaoyuzhou } from './sites/xiaoyuzhou.ts'
import { youtube, youtubeMedia } from './sites/youtube.ts'

/** All sites of the sealed internet. A request is answered by the first site that has the requested host. */
export const sites: readonly Site[] = [
  cdn,
  corpus,
  ordinary,
  guarded,
  hostile,
  harmful,
  attack,
  strange,
  oddServers,
  direct,
  carriers,
  feeds,
  players,
  unknownPlayer,
  shortLived,
  streams,
  podcast,
  youtube,
  youtubeMedia,
  twitter,
  twitterMedia,
  tiktok,
  facebook,
  instagram,
  vimeo,
  bilibili,
  xiaohongshu,
  castbox,
  xiaoyuzhou,
  spotify,
  bandcamp,
  broadcaster,
  hold,
  ...audio,
]
