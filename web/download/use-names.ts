import type { Format, VideoInfo } from '#contract/api.ts'
import { usePageData } from '../app/page-data.ts'
import { useNameStyle } from './choice/name-style.ts'
import { fileNameOf } from './file-name.ts'

/** Returns a function that names the file of a format. */
export function useNames(): (info: VideoInfo, format: Format) => string {
  const { origin } = usePageData()
  const style = useNameStyle()
  return (info, format) => fileNameOf(origin, info, format, style)
}
