import type { Platform } from '#contract/platforms/platform.ts'
import type { PlatformCopy } from './copy.ts'

/**
 * Returns the heading of a platform's page at one of its paths. Usually this is "YouTube Downloader". If the
 * text below the heading depends on the path, the heading is the first part of the path's title, for example
 * "YouTube to MP3". If the title of the main path has the same first part, the usual heading stays.
 */
export function headingAt(platform: Platform, copy: PlatformCopy, path: string): string {
  const [main = ''] = platform.paths
  const named = (one: string) => platform.title(one).split(' - ')[0]!
  const follows = platform.paths.some((one) => copy.intro(one) !== copy.intro(main))
  return follows && named(path) !== named(main) ? named(path) : `${platform.displayName} Downloader`
}
