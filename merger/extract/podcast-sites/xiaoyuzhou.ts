import * as z from 'zod/mini'
import { Failure } from '#contract/failure.ts'
import type { RequestOptions } from '../../fetch/http-get.ts'
import { amountOrNull, withFallback, textOrNull, type Info } from '../../ytdlp/facts.ts'
import { infoOfEpisode } from './episode.ts'
import { episodeOf } from '../../pages/episode.ts'
import { findOpenCopy } from './open-feed.ts'
import { readPage } from '../../fetch/page.ts'

const linkSchema = withFallback(z.object({ url: textOrNull }), { url: null })
const pictureSchema = withFallback(z.object({ picUrl: textOrNull }), { picUrl: null })

// The page's Next.js state (`__NEXT_DATA__`). `duration` is in seconds. `payType` is "FREE" only for free
// episodes. The names of the fields come from https://github.com/DIYgod/RSSHub (lib/routes/xiaoyuzhou) and
// https://github.com/yt-dlp/yt-dlp/pull/12998. The page also contains og:audio
// (https://github.com/steipete/summarize/issues/364), which `episodeOf` reads.
const stateSchema = z.object({
  props: z.object({
    pageProps: z.object({
      episode: z.object({
        title: textOrNull,
        description: textOrNull,
        duration: amountOrNull,
        pubDate: textOrNull,
        payType: textOrNull,
        isPrivateMedia: withFallback(z.boolean(), false),
        enclosure: linkSchema,
        image: pictureSchema,
        podcast: withFallback(z.object({ title: textOrNull, author: textOrNull, image: pictureSchema }), {
          title: null,
          author: null,
          image: { picUrl: null },
        }),
      }),
    }),
  }),
})

/** Throws `paid`, `removed`, `no_media`, and the Failures of `readPage`. */
export async function xiaoyuzhou(link: URL, options: RequestOptions): Promise<Info> {
  const { markup } = await readPage(link.href, options, { 'accept-language': 'zh-CN,zh;q=0.9' })
  const state = markup.data.map((data) => z.safeParse(stateSchema, data)).find((parsed) => parsed.success)
    ?.data.props.pageProps.episode
  if (state?.isPrivateMedia || (state?.payType && state.payType !== 'FREE')) throw new Failure('paid')
  const shown = episodeOf(markup)
  const media = state?.enclosure.url ?? shown.media
  const episode = {
    title: state?.title ?? shown.title,
    show: state?.podcast.title ?? shown.show,
    author: state?.podcast.author ?? null,
    description: state?.description ?? shown.description,
    image: state?.image.picUrl ?? state?.podcast.image.picUrl ?? shown.image,
    duration: state?.duration ?? shown.duration,
    date: state?.pubDate ?? shown.date,
  }
  const found = media ? { ...episode, media } : await findOpenCopy(episode, options, 'cn')
  if (!found) throw new Failure('no_media')
  return infoOfEpisode(found, 'xiaoyuzhou')
}
