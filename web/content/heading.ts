import type { Platform } from '#contract/platforms/platform.ts'
import type { PlatformCopy } from './copy.ts'

/**
 * Returns the heading of a platform's page at one of its paths. The heading is "YouTube Downloader", with
 * one exception: if the text below the heading depends on the path, and if the first part of the path's title
 * ("YouTube to MP3") differs from that of the main path, then the heading is this first part.
 */
export function headingAt(platform: Platform, copy: PlatformCopy, path: string): string {
  const [main = ''] = platform.paths
  const named = (one: string) => platform.title(one).split(' - ')[0]!
  const follows = platform.paths.some((one) => copy.intro(one) !== copy.intro(main))
  return follows && named(path) !== named(main) ? named(path) : `${platform.displayName} Downloader`
}
