import * as applePodcasts from '#contract/platforms/apple-podcasts.ts'
import * as bilibili from '#contract/platforms/bilibili.ts'
import * as castbox from '#contract/platforms/castbox.ts'
import * as facebook from '#contract/platforms/facebook.ts'
import * as instagram from '#contract/platforms/instagram.ts'
import * as playerfm from '#contract/platforms/playerfm.ts'
import * as soundcloud from '#contract/platforms/soundcloud.ts'
import * as spotify from '#contract/platforms/spotify.ts'
import * as tiktok from '#contract/platforms/tiktok.ts'
import * as tunein from '#contract/platforms/tunein.ts'
import * as twitter from '#contract/platforms/twitter.ts'
import * as vimeo from '#contract/platforms/vimeo.ts'
import * as xiaohongshu from '#contract/platforms/xiaohongshu.ts'
import * as xiaoyuzhou from '#contract/platforms/xiaoyuzhou.ts'
import * as youtube from '#contract/platforms/youtube.ts'

type Samples = { samples: Readonly<Record<string, string>>; counterSamples: readonly string[] }

/** The samples of each platform's file, by the platform's id. */
export const samplesOf: Readonly<Record<string, Samples>> = {
  youtube,
  tiktok,
  twitter,
  facebook,
  instagram,
  vimeo,
  bilibili,
  xiaohongshu,
  apple_podcasts: applePodcasts,
  soundcloud,
  tunein,
  playerfm,
  castbox,
  xiaoyuzhou,
  spotify,
}
