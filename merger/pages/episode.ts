import * as z from 'zod/mini'
import { EPISODE_FILES } from '#contract/media-types.ts'
import { secondsOf } from '#contract/time-text.ts'
import { textOrNull, withFallback } from '../ytdlp/facts.ts'
import type { Markup } from '../html/markup.ts'

export type Episode = {
  title: string | null
  show: string | null
  author: string | null
  description: string | null
  image: string | null
  /** seconds */
  duration: number | null
  /** ISO 8601 */
  date: string | null
  media: string | null
}

const linkedSchema = z.object({
  '@type': z.literal('PodcastEpisode'),
  name: textOrNull,
  description: textOrNull,
  datePublished: textOrNull,
  timeRequired: textOrNull,
  associatedMedia: withFallback(z.object({ contentUrl: textOrNull }), { contentUrl: null }),
  partOfSeries: withFallback(z.object({ name: textOrNull }), { name: null }),
})

export function episodeOf(page: Markup): Episode {
  const linked = page.data
    .map((data) => z.safeParse(linkedSchema, data))
    .find((parsed) => parsed.success)?.data
  const audio = page.all('audio', 'source').map((tag) => tag.get('src'))
  const metaText = (name: string) => page.meta.get(name) ?? null
  return {
    title: linked?.name ?? metaText('og:title'),
    show: linked?.partOfSeries.name ?? null,
    author: null,
    description: linked?.description ?? metaText('og:description'),
    image: metaText('og:image'),
    duration: secondsOf(linked?.timeRequired ?? '') || null,
    date: linked?.datePublished ?? null,
    media: linked?.associatedMedia.contentUrl ?? metaText('og:audio') ?? audio.find(isLink) ?? null,
  }
}

const isLink = (src: string | undefined) => /^https?:/i.test(src ?? '')

const FILES = new RegExp(String.raw`\.(${EPISODE_FILES.join('|')})$`)

export const isEpisodeFile = (link: string): boolean => episodeExtension(link) !== undefined

export const episodeExtension = (link: string): string | undefined =>
  URL.canParse(link) ? FILES.exec(new URL(link).pathname.toLowerCase())?.[1] : undefined
