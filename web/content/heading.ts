import type { Platform } from '#contract/platforms/platform.ts'
import type { PlatformCopy } from './copy.ts'

/**
 * Returns the heading of a platform's page at one of its paths. The usual heading is the platform's name and
 * "Downloader", as in "YouTube Downloader". Some platforms have different texts below the heading for
 * different paths. For such a platform, the heading is the part of the path's title before " - ", for example
 * "YouTube to MP3". But if the title of the main path has the same first part, the function returns the usual
 * heading.
 */
export function headingAt(platform: Platform, copy: PlatformCopy, path: string): string {
  const [main = ''] = platform.paths
  const named = (one: string) => platform.title(one).split(' - ')[0]!
  const follows = platform.paths.some((one) => copy.intro(one) !== copy.intro(main))
  return follows && named(path) !== named(main) ? named(path) : `${platform.displayName} Downloader`
}
