import * as z from 'zod/mini'
import { infoSchema, otherwise, text, type Info } from '../../ytdlp/facts.ts'
import { dataOf, metaOf, tagsOf } from './page.ts'

/** An episode as a podcast app shows it; what is not said is null. */
export type Episode = {
  title: string | null
  show: string | null
  author: string | null
  description: string | null
  image: string | null
  /** Seconds. */
  duration: number | null
  /** ISO 8601. */
  date: string | null
  /** The media link. */
  media: string | null
}

/** schema.org/PodcastEpisode, as apps put it into their pages as JSON-LD. */
const linkedSchema = z.object({
  '@type': z.literal('PodcastEpisode'),
  name: text,
  description: text,
  datePublished: text,
  timeRequired: text,
  associatedMedia: otherwise(z.object({ contentUrl: text }), { contentUrl: null }),
  partOfSeries: otherwise(z.object({ name: text }), { name: null }),
})

/** What a page says by the means any page has: JSON-LD, Open Graph (ogp.me), an `<audio>` element. */
export function episodeIn(page: string): Episode {
  const meta = metaOf(page)
  const linked = dataOf(page)
    .map((data) => z.safeParse(linkedSchema, data))
    .find((parsed) => parsed.success)?.data
  const audio = ['audio', 'source'].flatMap((name) => tagsOf(page, name).map((tag) => tag.get('src')))
  const said = (name: string) => meta.get(name) ?? null
  return {
    title: linked?.name ?? said('og:title'),
    show: linked?.partOfSeries.name ?? null,
    author: null,
    description: linked?.description ?? said('og:description'),
    image: said('og:image'),
    duration: secondsOf(linked?.timeRequired ?? null),
    date: linked?.datePublished ?? null,
    media: linked?.associatedMedia.contentUrl ?? said('og:audio') ?? audio.find(isLink) ?? null,
  }
}

const isLink = (src: string | undefined) => /^https?:/i.test(src ?? '')

/** "PT1H46M" (ISO 8601). */
function secondsOf(span: string | null): number | null {
  const [, hours, minutes, seconds] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(span ?? '') ?? []
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0) || null
}

const FILES = /\.(mp3|m4a|aac|ogg|oga|opus|wav|flac|mp4|m4v|mov)$/
const PICTURES = new Set(['mp4', 'm4v', 'mov'])

/** An episode in the form in which yt-dlp's facts come. */
export function infoOf(episode: Episode & { media: string }, extractor: string): Info {
  const path = URL.canParse(episode.media) ? new URL(episode.media).pathname.toLowerCase() : ''
  // Enclosures without a telling name are MP3 nearly always.
  const ext = FILES.exec(path)?.[1] ?? 'mp3'
  const day = /^\d{4}-\d\d-\d\d/.exec(episode.date ?? '')?.[0].replaceAll('-', '')
  return infoSchema.parse({
    extractor,
    format_id: 'episode',
    url: episode.media,
    ext,
    vcodec: PICTURES.has(ext) ? null : 'none',
    title: episode.title,
    series: episode.show,
    uploader: episode.author ?? episode.show,
    description: plain(episode.description),
    thumbnail: episode.image,
    duration: episode.duration,
    upload_date: day ?? null,
  })
}

/** Show notes are HTML often. */
const plain = (html: string | null): string | null =>
  html
    ?.replace(/<[^<>]{0,2000}>/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .slice(0, 10_000) ?? null
