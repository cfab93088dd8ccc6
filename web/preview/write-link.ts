import type { Format, VideoInfo } from '#contract/api.ts'
import { clipText } from '#contract/clip.ts'
import { paths } from '#contract/paths.ts'
import type { PreviewField } from '#contract/preview-fields.ts'
import { kbpsOf } from '../content/display.ts'
import { proxied, separateGrant } from './link.ts'
import { posterOf } from './poster.ts'
import { tracksText } from './tracks.ts'

// This module writes preview links; link.ts reads them. The two modules are separate, so that the preview
// page loads this one only when it has to replace its link.

/** Returns null if a merger must first make the file. */
export function directLink(format: Format, filename: string, origin: string): string | null {
  return format.url.startsWith(paths.startMerge) ? null : proxied(separateGrant(format.url), filename, origin)
}

export function previewLink(info: VideoInfo, format: Format, filename: string): string {
  const media = separateGrant(format.url)
  const poster = posterOf(info.thumbnail_url)
  const fields: Record<PreviewField, string | number | null | undefined> = {
    title: info.title,
    filename,
    is_audio: String(format.is_audio_only),
    resolution: format.resolution,
    filesize: format.filesize,
    bitrate: kbpsOf(format),
    source_url: info.source_url,
    item: info.part?.index,
    clip: info.clip && clipText(info.clip),
    asked: info.asked,
    subtitles: format.is_audio_only ? null : info.with_subtitles,
  }
  const query = Object.entries({ url: media.url, ...fields, thumbnail_url: poster?.url })
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${typeof value === 'number' ? value : encodeURIComponent(value!)}`)
  const secrets = [
    media.grant && `g=${media.grant}`,
    poster && `tg=${poster.grant}`,
    !info.clip && info.subtitles?.length && `st=${encodeURIComponent(tracksText(info.subtitles))}`,
  ].filter(Boolean)
  return `/preview?${query.join('&')}${secrets.length > 0 ? `#${secrets.join('&')}` : ''}`
}
