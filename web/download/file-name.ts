import type { Format, VideoInfo } from '#contract/api.ts'
import { fileName } from '#contract/filename.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { kbpsOf, siteName } from '../content/display.ts'

export function fileNameOf(origin: string, info: VideoInfo, format: Format): string {
  const source = new URL(info.source_url)
  return fileName({
    siteHost: new URL(origin).hostname,
    sourceDomain: siteName(source),
    title: info.title,
    resolution: format.resolution,
    bitrate: kbpsOf(format),
    ext: format.ext,
    hasLongTitle: platformOf(source)?.hasLongTitles,
  })
}
