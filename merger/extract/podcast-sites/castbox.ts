import * as z from 'zod/mini'
import { Failure, failureRow, type FailureCode } from '#contract/failure.ts'
import type { RequestOptions } from '../../fetch/http-get.ts'
import { amountOrNull, withFallback, textOrNull, type Info } from '../../ytdlp/facts.ts'
import { infoOfEpisode } from './episode.ts'
import { episodeOf } from '../../pages/episode.ts'
import { findOpenCopy } from './open-feed.ts'
import { readJson, readPage } from '../../fetch/page.ts'
import type { Markup } from '../../html/markup.ts'

// Castbox's API (https://everest.castbox.fm/data/episode/v4?eid=) returns the media link of an episode.
// Castbox's pages no longer contain it (https://github.com/yt-dlp/yt-dlp/issues/16910). The names of the
// fields come from these sources:
// - data.url: https://github.com/regseb/castkodi, which reads it from this API
// - title, release_date, duration (in ms) and big_cover_url: RSSHub (lib/routes/castbox), which reads them
//   from the API's responses for channels
const answerSchema = z.object({
  data: withFallback(
    z.nullable(
      z.object({
        title: textOrNull,
        description: textOrNull,
        author: textOrNull,
        url: textOrNull,
        big_cover_url: textOrNull,
        duration: amountOrNull,
        release_date: textOrNull,
        private: withFallback(z.union([z.boolean(), z.number()]), false),
        channel: withFallback(z.object({ title: textOrNull }), { title: null }),
      }),
    ),
    null,
  ),
})

export async function castbox(link: URL, options: RequestOptions): Promise<Info> {
  const known = episodeId(link)
  // A short link redirects to the page of the episode. The URL of that page, or its og:url, contains the id.
  const page = known === undefined ? await readPage(link.href, options) : undefined
  const id = known ?? (page && (episodeId(page.url) ?? episodeId(ogUrl(page.markup))))
  try {
    if (id === undefined) throw new Failure('no_media')
    return await readApi(id, options)
  } catch (error) {
    if (!(error instanceof Failure) || !pageMayHelp(error.code)) throw error
    const { markup } = page ?? (await readPage(link.href, options))
    const episode = episodeOf(markup)
    const found = episode.media ? { ...episode, media: episode.media } : await findOpenCopy(episode, options)
    if (!found) throw error
    return infoOfEpisode(found, 'castbox')
  }
}

/** The page may still answer where the API fails. */
const pageMayHelp = (code: FailureCode) =>
  code === 'no_media' || ['address', 'site'].includes(failureRow(code).about)

async function readApi(id: string, options: RequestOptions): Promise<Info> {
  const { data } = await readJson(
    `https://everest.castbox.fm/data/episode/v4?eid=${id}`,
    answerSchema,
    options,
  )
  if (!data?.title) throw new Failure('removed')
  const { title, description, author, url: media, release_date: date, channel } = data
  const duration = data.duration === null ? null : data.duration / 1_000
  const episode = {
    title,
    show: channel.title,
    author,
    description,
    image: data.big_cover_url,
    duration,
    date,
  }
  if (media) return infoOfEpisode({ ...episode, media }, 'castbox')
  if (data.private) throw new Failure('private')
  const open = await findOpenCopy(episode, options)
  if (!open) throw new Failure('no_media')
  return infoOfEpisode(open, 'castbox')
}

/** /episode/<title>-id<channel>-id<episode>, /app/castbox/player/id<channel>/id<episode> and /ep/<episode> */
const EPISODE = /^\/(?:ep\/|episode\/(?:.*-)?id\d+-id|app\/castbox\/player\/id\d+\/id)(\d+)/

const episodeId = (url: URL | undefined) => EPISODE.exec(url?.pathname ?? '')?.[1]

function ogUrl(page: Markup): URL | undefined {
  const link = page.meta.get('og:url') ?? ''
  return URL.canParse(link) ? new URL(link) : undefined
}
