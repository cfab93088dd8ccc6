import type { Platform } from '#contract/platforms/platform.ts'
import type { PlatformCopy } from './copy.ts'

/**
 * Returns the heading of a platform's page at one of its paths. The heading is the part of the path's title
 * before " - ", for example "YouTube to MP3". In two cases, the heading is the usual one instead, such as
 * "YouTube Downloader":
 * - The text below the heading (`copy.intro`) is the same at all paths.
 * - The title of the main path has the same first part.
 */
export function headingAt(platform: Platform, copy: PlatformCopy, path: string): string {
  const [main = ''] = platform.paths
  const firstPartOfTitle = (one: string) => platform.title(one).split(' - ')[0]!
  const follows = platform.paths.some((one) => copy.intro(one) !== copy.intro(main))
  return follows && firstPartOfTitle(path) !== firstPartOfTitle(main)
    ? firstPartOfTitle(path)
    : `${platform.displayName} Downloader`
}
