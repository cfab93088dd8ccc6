import type { Format, VideoInfo } from '#contract/api.ts'
import type { NameStyle } from '#contract/brand.ts'
import { fileName, shortName, type FileNameParts } from '#contract/filename.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { kbpsOf, siteName } from '../content/display.ts'

type Named = Omit<FileNameParts, 'siteHost' | 'sourceDomain' | 'hasLongTitle'> & {
  source_url: string | null
  is_audio: boolean
}

export function styledName(
  { source_url, is_audio, ...parts }: Named,
  origin: string,
  style: NameStyle,
): string {
  if (style === 'short') return shortName({ ...parts, resolution: is_audio ? null : parts.resolution })
  return fileName({
    ...parts,
    siteHost: new URL(origin).hostname,
    sourceDomain: source_url ? siteName(source_url) : '',
    hasLongTitle: source_url ? platformOf(new URL(source_url))?.hasLongTitles : undefined,
  })
}

export function fileNameOf(origin: string, info: VideoInfo, format: Format, style: NameStyle): string {
  const is_audio = format.is_audio_only
  const subtitles = is_audio ? null : info.with_subtitles
  return styledName({ ...info, ...format, is_audio, subtitles, bitrate: kbpsOf(format) }, origin, style)
}
