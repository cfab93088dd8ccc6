import * as z from 'zod/mini'
import { AUDIO_FILES, EPISODE_FILES } from '#contract/media-types.ts'
import { secondsOf } from '#contract/time-text.ts'
import { infoSchema, withFallback, textOrNull, type Info } from '../../ytdlp/facts.ts'
import type { Markup } from '../../html/markup.ts'

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

export const isEpisodeFile = (link: string): boolean => FILES.test(pathOf(link))

export function infoOfEpisode(episode: Episode & { media: string }, extractor: string): Info {
  // A podcast file without a known extension is nearly always an MP3.
  const ext = FILES.exec(pathOf(episode.media))?.[1] ?? 'mp3'
  return infoSchema.parse({
    extractor,
    format_id: 'episode',
    url: episode.media,
    ext,
    vcodec: AUDIO_FILES.has(ext) ? 'none' : null,
    title: episode.title,
    series: episode.show,
    uploader: episode.author ?? episode.show,
    description: plain(episode.description),
    thumbnail: episode.image,
    duration: episode.duration,
    upload_date: ytDlpDay(episode.date),
  })
}

const pathOf = (link: string) => (URL.canParse(link) ? new URL(link).pathname.toLowerCase() : '')

/** In yt-dlp's form, such as `20260106`. */
export const ytDlpDay = (date: string | null): string | null =>
  /^\d{4}-\d\d-\d\d/.exec(date ?? '')?.[0].replaceAll('-', '') ?? null

const plain = (html: string | null): string | null =>
  html
    ?.replace(/<(?:br|\/p|\/li|\/div)\b[^<>]{0,2000}>/gi, '\n')
    .replace(/<[^<>]{0,2000}>/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .slice(0, 10_000) ?? null
