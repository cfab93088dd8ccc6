import * as z from 'zod/mini'
import type { RequestOptions } from '../../fetch/http-get.ts'
import { amountOrNull, withFallback, textOrNull } from '../../ytdlp/facts.ts'
import type { Episode } from '../../pages/episode.ts'
import { readJson } from '../../fetch/page.ts'

// An episode in the responses of Apple's Search API (https://performance-partners.apple.com/search-api).
// `episodeUrl` is the URL of the media file in the show's public RSS feed. The API takes the parameters term,
// media, entity, country and limit. It allows about 20 calls a minute. https://github.com/ssarunic/thestill
// has example responses.
export const appleEpisodeSchema = z.object({
  trackName: z.string(),
  collectionName: z.string(),
  episodeUrl: z.string(),
  releaseDate: textOrNull,
  trackTimeMillis: amountOrNull,
  artworkUrl600: textOrNull,
  description: textOrNull,
  artistName: textOrNull,
})
type Result = z.infer<typeof appleEpisodeSchema>
const answerSchema = z.object({ results: z.array(withFallback(z.nullable(appleEpisodeSchema), null)) })

const LIMIT = '50'
/**
 * Maximum difference between the dates of one episode on two sites. The sites state the date in different
 * time zones, and some publish the episode a few hours later.
 */
const SAME_DATE_MS = 36 * 3_600_000

/** Returns undefined unless all matching results have the same media file. */
export async function findOpenCopy(
  wanted: Pick<Episode, 'title' | 'show' | 'date'>,
  options: RequestOptions,
  country = 'us',
): Promise<(Episode & { media: string }) | undefined> {
  const [title, show] = [normalisedName(wanted.title), normalisedName(wanted.show)]
  if (!title || !show) return undefined
  for (const term of [`${wanted.title} ${wanted.show}`, `${wanted.title}`]) {
    const query = new URLSearchParams({
      media: 'podcast',
      entity: 'podcastEpisode',
      limit: LIMIT,
      country,
      term,
    })
    const answer = await readJson(
      `https://itunes.apple.com/search?${query.toString()}`,
      answerSchema,
      options,
    )
    const matches = answer.results
      .filter((result) => result !== null)
      .filter(
        (result) =>
          normalisedName(result.trackName) === title && normalisedName(result.collectionName) === show,
      )
      .filter((result) => isSameDate(result.releaseDate, wanted.date))
    if (matches.length > 0) return singleFile(matches)
  }
  return undefined
}

function singleFile(results: Result[]): (Episode & { media: string }) | undefined {
  const [first] = results
  return first && new Set(results.map((result) => result.episodeUrl)).size === 1
    ? appleEpisode(first)
    : undefined
}

export function appleEpisode(result: Result): Episode & { media: string } {
  return {
    title: result.trackName,
    show: result.collectionName,
    author: result.artistName,
    description: result.description,
    image: result.artworkUrl600,
    duration: result.trackTimeMillis === null ? null : result.trackTimeMillis / 1_000,
    date: result.releaseDate,
    media: result.episodeUrl,
  }
}

function normalisedName(name: string | null): string {
  return (name ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** Titles such as "Bonus" occur more than once in a show, so equal titles are not enough. */
function isSameDate(one: string | null, other: string | null): boolean {
  const apart = Math.abs(Date.parse(one ?? '') - Date.parse(other ?? ''))
  return Number.isNaN(apart) || apart <= SAME_DATE_MS
}
