import * as z from 'zod/mini'
import { Failure } from '#contract/failure.ts'
import type { RequestOptions } from '../../fetch/request.ts'
import { amount, otherwise, text, type Info } from '../../ytdlp/facts.ts'
import { episodeIn, infoOf } from './episode.ts'
import { openCopy } from './open-feed.ts'
import { dataOf, readPage } from './page.ts'

const linkSchema = otherwise(z.object({ url: text }), { url: null })
const pictureSchema = otherwise(z.object({ picUrl: text }), { picUrl: null })

// The state of the page's application (`__NEXT_DATA__`): title, description, duration (s), pubDate, enclosure.url and
// podcast.title as in https://github.com/DIYgod/RSSHub (lib/routes/xiaoyuzhou) and https://github.com/yt-dlp/yt-dlp/pull/12998;
// og:audio as in https://github.com/steipete/summarize/issues/364. An episode that is not free says so in payType.
const stateSchema = z.object({
  props: z.object({
    pageProps: z.object({
      episode: z.object({
        title: text,
        description: text,
        duration: amount,
        pubDate: text,
        payType: text,
        isPrivateMedia: otherwise(z.boolean(), false),
        enclosure: linkSchema,
        image: pictureSchema,
        podcast: otherwise(z.object({ title: text, author: text, image: pictureSchema }), {
          title: null,
          author: null,
          image: { picUrl: null },
        }),
      }),
    }),
  }),
})

/** An episode of www.xiaoyuzhoufm.com. Throws `paid`, `removed`, `no_media` and what the site's answers mean. */
export async function xiaoyuzhou(link: URL, way: RequestOptions): Promise<Info> {
  const { text: page } = await readPage(link.href, way, { 'accept-language': 'zh-CN,zh;q=0.9' })
  const state = dataOf(page)
    .map((data) => z.safeParse(stateSchema, data))
    .find((parsed) => parsed.success)?.data.props.pageProps.episode
  if (state?.isPrivateMedia || (state?.payType && state.payType !== 'FREE')) throw new Failure('paid')
  const said = episodeIn(page)
  const media = state?.enclosure.url ?? said.media
  const episode = {
    title: state?.title ?? said.title,
    show: state?.podcast.title ?? said.show,
    author: state?.podcast.author ?? null,
    description: state?.description ?? said.description,
    image: state?.image.picUrl ?? state?.podcast.image.picUrl ?? said.image,
    duration: state?.duration ?? said.duration,
    date: state?.pubDate ?? said.date,
  }
  const found = media ? { ...episode, media } : await openCopy(episode, way, 'cn')
  if (!found) throw new Failure('no_media')
  return infoOf(found, 'xiaoyuzhou')
}
