import type { Platform } from '#contract/platforms/platform.ts'
import type { PlatformTexts } from '#texts/parts.ts'
import { introAt } from './keyword.ts'

/**
 * Returns the heading of a platform's page at one of its paths. Usually the heading is the first part of the
 * path's title (the text before " - "), for example "YouTube to MP3". In each of the following cases, the
 * page has the heading of all platforms, and this function returns null:
 * - The path is the main path.
 * - The title of the path and the title of the main path have the same first part.
 * - The text below the heading (`introAt`) is the same at all paths of the platform.
 */
export function headingAt(platform: Platform, texts: PlatformTexts, path: string): string | null {
  const [main = ''] = platform.paths
  const firstPartOfTitle = (one: string) => platform.title(one).split(' - ')[0]!
  const follows = platform.paths.some((one) => introAt(texts, one) !== introAt(texts, main))
  return follows && firstPartOfTitle(path) !== firstPartOfTitle(main) ? firstPartOfTitle(path) : null
}
