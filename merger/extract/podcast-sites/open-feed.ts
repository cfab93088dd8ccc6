import * as z from 'zod/mini'
import type { RequestOptions } from '../../fetch/request.ts'
import { amount, otherwise, text } from '../../ytdlp/facts.ts'
import type { Episode } from './episode.ts'
import { readJson } from './page.ts'

// Apple's Search API: https://performance-partners.apple.com/search-api (parameters term, media, entity, country, limit;
// about 20 calls a minute). Of a podcast episode it tells trackName, collectionName, episodeUrl (the enclosure of its open
// feed), releaseDate, trackTimeMillis and artworkUrl600, as in the answers of https://github.com/ssarunic/thestill.
const resultSchema = z.object({
  trackName: z.string(),
  collectionName: z.string(),
  episodeUrl: z.string(),
  releaseDate: text,
  trackTimeMillis: amount,
  artworkUrl600: text,
  description: text,
  artistName: text,
})
type Result = z.infer<typeof resultSchema>
const answerSchema = z.object({ results: z.array(otherwise(z.nullable(resultSchema), null)) })

const LIMIT = '50'
/** Apps tell the day in one time zone or another, and some publish a little later. */
const SAME_DATE_MS = 36 * 3_600_000

/**
 * The same episode where it was published openly: the one of the same show and title. Undefined when there is none, or when
 * more than one could be meant: the wrong episode would be worse than none.
 */
export async function openCopy(
  wanted: Pick<Episode, 'title' | 'show' | 'date'>,
  way: RequestOptions,
  country = 'us',
): Promise<(Episode & { media: string }) | undefined> {
  const [title, show] = [nameOf(wanted.title), nameOf(wanted.show)]
  if (!title || !show) return undefined
  for (const term of [`${wanted.title} ${wanted.show}`, `${wanted.title}`]) {
    const query = new URLSearchParams({
      media: 'podcast',
      entity: 'podcastEpisode',
      limit: LIMIT,
      country,
      term,
    })
    const answer = await readJson(`https://itunes.apple.com/search?${query.toString()}`, answerSchema, way)
    const same = answer.results
      .filter((result) => result !== null)
      .filter((result) => nameOf(result.trackName) === title && nameOf(result.collectionName) === show)
      .filter((result) => isSameDate(result.releaseDate, wanted.date))
    if (same.length > 0) return only(same)
  }
  return undefined
}

function only(results: Result[]): (Episode & { media: string }) | undefined {
  const [first] = results
  if (!first || new Set(results.map((result) => result.episodeUrl)).size > 1) return undefined
  return {
    title: first.trackName,
    show: first.collectionName,
    author: first.artistName,
    description: first.description,
    image: first.artworkUrl600,
    duration: first.trackTimeMillis === null ? null : first.trackTimeMillis / 1_000,
    date: first.releaseDate,
    media: first.episodeUrl,
  }
}

/** Letters and digits alone, so that punctuation and case make no difference. */
function nameOf(name: string | null): string {
  return (name ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** Titles such as "Bonus" come back; where both say a date it must be the same. */
function isSameDate(one: string | null, other: string | null): boolean {
  const apart = Math.abs(Date.parse(one ?? '') - Date.parse(other ?? ''))
  return Number.isNaN(apart) || apart <= SAME_DATE_MS
}
