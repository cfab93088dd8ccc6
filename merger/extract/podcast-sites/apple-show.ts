import * as z from 'zod/mini'
import { Failure } from '#contract/failure.ts'
import type { RequestOptions } from '../../fetch/http-get.ts'
import { amountOrNull, withFallback, type Info } from '../../ytdlp/facts.ts'
import { ytDlpDay, infoOfEpisode } from './episode.ts'
import { appleEpisode, appleEpisodeSchema } from './open-feed.ts'
import { readJson } from '../../fetch/page.ts'

// Apple's lookup API returns the same fields as its search API (open-feed.ts). The parameters are `id` of the
// show, `entity=podcastEpisode`, and `limit` up to 200. The response contains the show, with the number of
// its episodes as trackCount, and then the episodes, newest first.

const answerSchema = z.object({
  results: z.array(
    withFallback(
      z.nullable(
        z.union([appleEpisodeSchema, z.object({ kind: z.literal('podcast'), trackCount: amountOrNull })]),
      ),
      null,
    ),
  ),
})

const LISTED = 100
const MOST = 200

export const APPLE_SHOW = /^\/([a-z]{2})\/podcast\/id(\d+)$/

/**
 * Throws `removed` for an unknown show, and `no_media` when Apple's response lacks the episode. `item` counts
 * from 1, the newest.
 */
export async function appleShow(link: URL, options: RequestOptions, item = 1): Promise<Info> {
  const [, country = 'us', id = ''] = APPLE_SHOW.exec(link.pathname) ?? []
  const limit = item > LISTED ? MOST : LISTED
  const query = new URLSearchParams({
    id,
    country,
    media: 'podcast',
    entity: 'podcastEpisode',
    limit: String(limit),
  })
  const { results } = await readJson(
    `https://itunes.apple.com/lookup?${query.toString()}`,
    answerSchema,
    options,
  )
  if (results.length === 0) throw new Failure('removed')
  const show = results.find((one) => one !== null && 'trackCount' in one)
  const episodes = results.filter((one) => one !== null && 'episodeUrl' in one).map(appleEpisode)
  const chosen = episodes[item - 1]
  if (!chosen) throw new Failure('no_media')
  const start = Math.floor((item - 1) / LISTED) * LISTED
  const known = show && 'trackCount' in show ? show.trackCount : null
  return {
    ...infoOfEpisode(chosen, 'apple_podcasts'),
    is_feed: true,
    item: { index: item, total: Math.max(known ?? 0, episodes.length) },
    entries: episodes.slice(start, start + LISTED).map((episode, at) => ({
      index: start + at + 1,
      kind: infoOfEpisode(episode, 'apple_podcasts').vcodec === 'none' ? 'audio' : 'video',
      title: episode.title,
      duration: episode.duration,
      thumbnail: episode.image,
      date: ytDlpDay(episode.date),
      picture: null,
    })),
  }
}
