import type { Platform } from '#contract/platforms/platform.ts'
import type { PlatformCopy } from './copy.ts'

/**
 * Returns the heading of a platform's page at one of its paths. Usually this is the part of the path's title
 * before " - ", for example "YouTube to MP3". In these cases, the heading is the platform's name and
 * "Downloader" instead, for example "YouTube Downloader":
 * - The path is the main path, or its title has the same part before " - " as the title of the main path.
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
