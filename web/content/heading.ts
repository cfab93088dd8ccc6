import type { Platform } from '#contract/platforms/platform.ts'
import type { PlatformCopy } from './copy.ts'

/**
 * Returns the heading of a platform's page at one of its paths. The usual heading is the platform's name and
 * "Downloader", as in "YouTube Downloader". A path gets its own heading, for example "YouTube to MP3", if two
 * conditions are true. First, the text below the heading is not the same at all paths of the platform.
 * Second, the first part of the path's title differs from the first part of the main path's title. The path's
 * own heading is this first part of its title.
 */
export function headingAt(platform: Platform, copy: PlatformCopy, path: string): string {
  const [main = ''] = platform.paths
  const named = (one: string) => platform.title(one).split(' - ')[0]!
  const follows = platform.paths.some((one) => copy.intro(one) !== copy.intro(main))
  return follows && named(path) !== named(main) ? named(path) : `${platform.displayName} Downloader`
}
