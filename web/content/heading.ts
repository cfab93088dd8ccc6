import type { Platform } from '#contract/platforms/platform.ts'
import type { PlatformCopy } from './copy.ts'

/**
 * Returns the heading of a platform's page at one of its paths:
 * - If the text below the heading (`copy.intro`) is the same at all paths of the platform: the platform's
 *   name and "Downloader", for example "YouTube Downloader".
 * - If the path is the platform's main path, or its title and the title of the main path have the same part
 *   before " - ": also the platform's name and "Downloader".
 * - Otherwise: the part of the path's title before " - ", for example "YouTube to MP3".
 */
export function headingAt(platform: Platform, copy: PlatformCopy, path: string): string {
  const [main = ''] = platform.paths
  const firstPartOfTitle = (one: string) => platform.title(one).split(' - ')[0]!
  const follows = platform.paths.some((one) => copy.intro(one) !== copy.intro(main))
  return follows && firstPartOfTitle(path) !== firstPartOfTitle(main)
    ? firstPartOfTitle(path)
    : `${platform.displayName} Downloader`
}
