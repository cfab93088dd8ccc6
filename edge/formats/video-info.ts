import type { Format, VideoInfo } from '#contract/api.ts'
import type { Extraction, Rendition } from '#contract/engine/extraction.ts'
import { Failure } from '#contract/failure.ts'
import { MAX_DURATION_SECONDS, MAX_OWN_PATH_LENGTH } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { sentenceOf } from '#contract/sentence.ts'
import { entriesOf } from './entries.ts'
import { formatsOf } from './formats.ts'
import { grantImage, grantMedia, grantPlaylist, type Terms } from '../grants/grant.ts'
import { labelOf, type FormatRow } from './format-row.ts'
import { mediaTarget } from '../media/media-link.ts'
import { writeTicket, type Order } from '../grants/ticket.ts'
import { maxBodyBytes, mediaDomains, sourcesOf } from './grant-rules.ts'

/** Throws `too_big` and `no_media`. */
export async function infoOf(env: Env, extraction: Extraction, merger: string): Promise<VideoInfo> {
  if ((extraction.duration ?? 0) > MAX_DURATION_SECONDS) throw new Failure('too_big')
  const fetchable = withPublicLinks(extraction)
  const entries = await entriesOf(env, extraction, merger)
  const failed = entries && extraction.failed
  const rows = failed ? [] : formatsOf(fetchable)
  if (rows.length === 0 && !failed)
    throw new Failure(fetchable.renditions.length > 0 ? 'too_big' : 'no_media')
  const { title, uploader, description, series, season_number, episode_number, duration, part, source_url } =
    extraction
  const platform = platformOf(new URL(source_url))
  const formats = await Promise.all(rows.map((row) => formatOf(env, row, extraction, merger)))
  const usable = formats.filter(({ url }) => url.length <= MAX_OWN_PATH_LENGTH)
  if (usable.length === 0 && !failed)
    throw new Failure('no_media', { cause: 'each link is too long for Cloudflare' })
  return {
    title,
    thumbnail_url: await thumbnailOf(env, extraction, merger),
    uploader,
    description,
    platform: platform?.id ?? 'web',
    is_podcast: series !== null || (platform?.kind === 'audio' && platform.noun === 'episode'),
    series,
    season_number,
    episode_number,
    duration,
    formats: usable,
    ...(failed && { error: sentenceOf(failed, source_url) }),
    source_url,
    part,
    ...(entries && { entries }),
    notice: noticeOf(extraction),
  }
}

function noticeOf({ section, part, extractor, is_preview }: Extraction): string | null {
  if (is_preview) return 'The site gives only a preview of this item, not the whole of it.'
  if (section) {
    const [start, end] = [clock(section.start), clock(section.end)]
    return `This link is a clip (${start} to ${end}). The formats below are the whole video.`
  }
  const isNewest = (part?.total ?? 1) > 1 && part?.index === 1 && extractor === 'feed'
  return isNewest ? 'The newest episode of this feed.' : null
}

function clock(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return (parts[0] === 0 ? parts.slice(1) : parts)
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':')
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

async function thumbnailOf(env: Env, extraction: Extraction, merger: string): Promise<string | null> {
  const target = extraction.thumbnail === null ? undefined : mediaTarget(extraction.thumbnail)
  if (!target) return null
  const query = new URLSearchParams({
    url: target.href,
    g: await grantImage(env, target.href, merger, sourcesOf(extraction)),
  })
  return `${paths.imageProxy}?${query.toString()}`
}

async function formatOf(env: Env, row: FormatRow, extraction: Extraction, merger: string): Promise<Format> {
  const { key, resolution, group, tbr, abr, vbr, size, suggested, converted, note, container } = row
  const play = row.make.by === 'plan' ? row.make.play : undefined
  return {
    url: await linkOf(env, row, extraction, merger),
    label: labelOf(row),
    ext: container,
    resolution,
    is_audio_only: group === 'audio',
    has_audio: group !== 'video',
    tbr,
    abr,
    vbr,
    filesize: size.bytes,
    ...(size.about && { about: true }),
    key,
    ...(suggested && { suggested }),
    ...(converted && { converted }),
    ...(note !== undefined && { note }),
    ...(play && {
      play_url: proxied(
        play.url,
        await grantPlaylist(env, play.url, {
          ...termsOf(row, play, extraction, merger),
          domains: mediaDomains(extraction),
          maxBytes: maxBodyBytes(extraction),
        }),
      ),
    }),
  }
}

async function linkOf(env: Env, row: FormatRow, extraction: Extraction, merger: string): Promise<string> {
  if (row.make.by === 'plan') {
    const ticket = await writeTicket(env, {
      ...orderOf(extraction, merger),
      plan: row.make.plan,
      key: row.key,
    })
    return `${paths.startMerge}?task_id=${ticket}`
  }
  const { rendition } = row.make
  const grant = await grantMedia(env, rendition.url, termsOf(row, rendition, extraction, merger))
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

function termsOf(row: FormatRow, rendition: Rendition, extraction: Extraction, merger: string): Terms {
  return {
    // A User-Agent in `rendition.headers` overrides `rendition.user_agent`.
    headers: { ...(rendition.user_agent && { 'User-Agent': rendition.user_agent }), ...rendition.headers },
    cookies: rendition.cookies,
    way: rendition.bound ? 'relay' : 'edge',
    merger,
    key: row.key,
    container: rendition.container,
    expiresAt: extraction.expires_at,
    sources: sourcesOf(extraction),
    availableAt: rendition.available_at ?? null,
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
