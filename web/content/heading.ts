import type { Platform } from '#contract/platforms/platform.ts'
import type { PlatformCopy } from './copy.ts'

/**
 * Returns the heading of a platform's page at one of its paths. If the platform has the same text below the
 * heading (`copy.intro`) at all paths, the heading is the usual one, such as "YouTube Downloader". Otherwise
 * the heading is the part of the path's title before " - ", for example "YouTube to MP3". If the title of the
 * main path has the same first part, the usual heading is returned instead.
 */
export function headingAt(platform: Platform, copy: PlatformCopy, path: string): string {
  const [main = ''] = platform.paths
  const named = (one: string) => platform.title(one).split(' - ')[0]!
  const follows = platform.paths.some((one) => copy.intro(one) !== copy.intro(main))
  return follows && named(path) !== named(main) ? named(path) : `${platform.displayName} Downloader`
}
