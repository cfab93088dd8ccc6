import { AUDIO_FILES } from '#contract/media-types.ts'
import { episodeExtension, type Episode } from '../../pages/episode.ts'
import { infoSchema, type Info } from '../../ytdlp/facts.ts'

export function infoOfEpisode(episode: Episode & { media: string }, extractor: string): Info {
  // A podcast file without a known extension is nearly always an MP3.
  const ext = episodeExtension(episode.media) ?? 'mp3'
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

/** In yt-dlp's form, such as `20260106`. */
export const ytDlpDay = (date: string | null): string | null =>
  /^\d{4}-\d\d-\d\d/.exec(date ?? '')?.[0].replaceAll('-', '') ?? null

const plain = (html: string | null): string | null =>
  html
    ?.replace(/<(?:br|\/p|\/li|\/div)\b[^<>]{0,2000}>/gi, '\n')
    .replace(/<[^<>]{0,2000}>/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .slice(0, 10_000) ?? null
