import type { Platform } from '#contract/platforms/platform.ts'
import type { PlatformCopy } from './copy.ts'

/**
 * Returns the heading of a platform's page at one of its paths. Usually the heading is the first part of the
 * path's title (the text before " - "), for example "YouTube to MP3". In each of the following cases, the
 * heading is the platform's name and "Downloader", for example "YouTube Downloader":
 * - The path is the main path.
 * - The title of the path and the title of the main path have the same first part.
 * - The text below the heading (`copy.intro`) is the same at all paths of the platform.
 */
export function headingAt(platform: Platform, copy: PlatformCopy, path: string): string {
  const [main = ''] = platform.paths
  const firstPartOfTitle = (one: string) => platform.title(one).split(' - ')[0]!
  const follows = platform.paths.some((one) => copy.intro(one) !== copy.intro(main))
  return follows && firstPartOfTitle(path) !== firstPartOfTitle(main)
    ? firstPartOfTitle(path)
    : `${platform.displayName} Downloader`
}
