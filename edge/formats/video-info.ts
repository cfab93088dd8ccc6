import * as z from 'zod/mini'
import { formatSchema, type Format, type VideoInfo } from '#contract/api.ts'
import { isInside, type Clip } from '#contract/clip.ts'
import type { Extraction, Rendition } from '#contract/engine/extraction.ts'
import { tracksOf } from '#contract/engine/kinds.ts'
import { Failure } from '#contract/failure.ts'
import { MAX_DURATION_SECONDS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { sentenceIn } from '../request/failure-words.ts'
import { choicesText, type SubtitleChoice } from '#contract/subtitles/choice.ts'
import { coverRow } from '#contract/catalogue/cover-row.ts'
import { clipRows } from '#contract/catalogue/clip-rows.ts'
import { entriesOf, imageLink } from './entries.ts'
import { catalogueOf, type Catalogue } from '#contract/catalogue/catalogue.ts'
import { grantMedia, grantPlaylist, type Terms, type PlaylistTerms } from '../grants/grant.ts'
import type { FormatRow } from '#contract/catalogue/format-row.ts'
import { estimate } from '#contract/catalogue/known-facts.ts'
import { mediaTarget } from '../media-link.ts'
import { writeTicket, type Order } from '../grants/ticket.ts'
import { subtitleRows } from '#contract/catalogue/subtitle-rows.ts'
import type { Tag } from '#texts/languages.ts'
import { subtitlesOf } from './subtitles.ts'
import { mediaDomains, sourcesOf, termsOf } from './grant-rules.ts'
import { labelTexts } from '#render'
import { noticeOf } from './notices.ts'
import { labelOf, noteOf, type LabelWords } from './row-words.ts'

/**
 * Path and query, in characters. Cloudflare refuses a URL above 16 KB, host included
 * (https://developers.cloudflare.com/workers/platform/limits/).
 */
const MAX_OWN_PATH_LENGTH = 16_000

type Choices = {
  name?: string | undefined
  clip?: Clip | undefined
  subtitles?: readonly SubtitleChoice[] | undefined
}

const NO_FORMATS: Catalogue = { rows: [], tooLarge: [], maxBytes: 0 }

/** `name`: that of the remembered extraction. Throws `too_big`, `no_media` and `bad_clip`. */
export async function infoOf(
  env: Env,
  extraction: Extraction,
  merger: string,
  language: Tag,
  { name, clip, subtitles = [] }: Choices = {},
): Promise<VideoInfo> {
  if ((extraction.duration ?? 0) > MAX_DURATION_SECONDS) throw new Failure('too_big')
  if (clip && !isInside(clip, extraction.duration)) throw new Failure('bad_clip')
  const fetchable = withPublicLinks(extraction)
  const entries = await entriesOf(env, extraction, merger)
  const failed = entries && extraction.failed
  const { rows, tooLarge, maxBytes } = failed ? NO_FORMATS : catalogueOf(fetchable)
  if (rows.length === 0 && !failed)
    throw new Failure(fetchable.renditions.length > 0 ? 'too_big' : 'no_media')
  const { title, uploader, description, series, season_number, episode_number, duration, part, source_url } =
    extraction
  const platform = platformOf(new URL(source_url))
  const rules = { domains: mediaDomains(extraction), maxBytes }
  const parts = clip ? clipRows(rows, extraction, clip) : rows
  const chosen = subtitleRows(parts, extraction, subtitles)
  const words = { language, labels: labelTexts(language) }
  const worded = async (row: FormatRow): Promise<Format> => ({
    ...(await formatOf(env, row, extraction, merger, rules, name)),
    ...wordsOf(row, words),
  })
  const formats = await Promise.all(chosen.map(worded))
  const cover = failed ? null : coverRow(extraction)
  const usable = formats.filter(({ url }) => url.length <= MAX_OWN_PATH_LENGTH)
  if (usable.length === 0 && !failed)
    throw new Failure('no_media', { cause: 'each link is too long for Cloudflare' })
  return {
    title,
    thumbnail_url: await imageLink(env, extraction.thumbnail, extraction, merger),
    uploader,
    description,
    platform: platform?.id ?? 'web',
    is_podcast: series !== null || (platform?.kind === 'audio' && platform.noun === 'episode'),
    series,
    season_number,
    episode_number,
    date: extraction.date,
    duration,
    formats: usable,
    ...(cover && { cover: await worded(cover) }),
    ...(clip && { clip }),
    ...(subtitles.length > 0 && { with_subtitles: choicesText(subtitles) }),
    ...(extraction.chapters.length > 0 && { chapters: extraction.chapters }),
    ...(extraction.subtitles.length > 0 && { subtitles: await subtitlesOf(env, extraction, merger, words) }),
    ...(failed && { error: sentenceIn(language, failed, source_url) }),
    source_url,
    part,
    ...(entries && {
      entries,
      list_title: extraction.list_title,
      cover_url: await imageLink(env, extraction.cover, extraction, merger),
    }),
    notice: noticeOf(extraction, tooLarge, words),
  }
}

/**
 * Removes renditions whose link `mediaTarget` does not allow, for example a link to a private network.
 * Mergers check links too, but the edge does not trust mergers.
 */
function withPublicLinks(extraction: Extraction): Extraction {
  return {
    ...extraction,
    renditions: extraction.renditions.filter((rendition) => mediaTarget(rendition.url) !== undefined),
  }
}

const unworded = z.omit(formatSchema, { label: true, note: true })

function wordsOf(row: FormatRow, words: LabelWords): Pick<Format, 'label' | 'note'> {
  const note = noteOf(row, words)
  return { label: labelOf(row, words), ...(note !== undefined && { note }) }
}

async function formatOf(
  env: Env,
  row: FormatRow,
  extraction: Extraction,
  merger: string,
  rules: Pick<PlaylistTerms, 'domains' | 'maxBytes'>,
  name: string | undefined,
): Promise<Omit<Format, 'label' | 'note'>> {
  const { picture, sound } = tracksOf[row.group]
  const play = row.make.by === 'plan' ? row.make.play : undefined
  return unworded.parse({
    ...row,
    // A container that we write has another size than its sources.
    ...(row.make.by === 'plan' && estimate(row.filesize)),
    url: await linkOf(env, row, extraction, merger, name),
    is_audio_only: !picture,
    has_audio: sound,
    ...(play && {
      play_url: proxied(
        play.url,
        await grantPlaylist(env, play.url, {
          ...rowTerms(row, play, extraction, merger),
          ...rules,
        }),
      ),
    }),
  })
}

async function linkOf(
  env: Env,
  row: FormatRow,
  extraction: Extraction,
  merger: string,
  name: string | undefined,
): Promise<string> {
  if (row.make.by === 'plan') {
    const ticket = await writeTicket(env, {
      ...orderOf(extraction, merger),
      plan: row.make.plan,
      key: row.key,
    })
    return `${paths.startMerge}?task_id=${ticket}`
  }
  const { rendition } = row.make
  const terms = { ...rowTerms(row, rendition, extraction, merger), extraction: name }
  const grant = await grantMedia(env, rendition.url, terms)
  return needsNoProxy(rendition) ? `${withoutHash(rendition.url)}#g=${grant}` : proxied(rendition.url, grant)
}

/**
 * Returns whether a browser can fetch the rendition without our proxy. A link that begins with `http:` needs
 * the proxy, because browsers block such a link on our https page (mixed content).
 */
function needsNoProxy(rendition: Rendition): boolean {
  const { headers, cookies, bound, url } = rendition
  return Object.keys(headers).length === 0 && cookies === null && !bound && url.startsWith('https:')
}

function rowTerms(row: FormatRow, rendition: Rendition, extraction: Extraction, merger: string): Terms {
  return {
    ...termsOf(rendition, rendition.container, extraction, merger),
    // A User-Agent in `rendition.headers` overrides `rendition.user_agent`.
    headers: { ...(rendition.user_agent && { 'User-Agent': rendition.user_agent }), ...rendition.headers },
    cookies: rendition.cookies,
    key: row.key,
    availableAt: rendition.available_at,
  }
}

function orderOf(extraction: Extraction, merger: string): Pick<Order, 'merger' | 'ledTo'> {
  const [, ledTo] = sourcesOf(extraction)
  return { merger, ...(ledTo !== undefined && { ledTo }) }
}

const withoutHash = (url: string) => url.replace(/#.*$/s, '')

export function proxied(url: string, grant: string): string {
  return `${paths.proxiedDownload}?${new URLSearchParams({ url: withoutHash(url), g: grant }).toString()}`
}
