import type { Entry } from '#contract/api.ts'
import type { Extraction, ListedItem } from '#contract/engine/extraction.ts'
import { paths } from '#contract/paths.ts'
import { grantImage, grantMedia } from '../grants/grant.ts'
import { sourcesOf } from './grant-rules.ts'
import { mediaTarget } from '../media/media-link.ts'

const MAX_TITLE = 300

/**
 * The edge does not trust mergers: it removes links that `mediaTarget` does not allow, and items with a
 * repeated number.
 */
export async function entriesOf(
  env: Env,
  extraction: Extraction,
  merger: string,
): Promise<Entry[] | undefined> {
  const { entries = [] } = extraction
  if (entries.length < 2) return undefined
  const known = new Set<number>()
  const single = entries.filter(({ index }) => !known.has(index) && known.add(index))
  return await Promise.all(
    single.map(async (item): Promise<Entry> => {
      const picture = await pictureOf(env, item, extraction, merger)
      return {
        index: item.index,
        kind: item.kind,
        title: item.title?.slice(0, MAX_TITLE).toWellFormed() ?? null,
        duration: item.duration,
        thumbnail_url: await thumbnailOf(env, item, extraction, merger),
        ...(picture && { picture }),
      }
    }),
  )
}

async function thumbnailOf(
  env: Env,
  { thumbnail }: ListedItem,
  extraction: Extraction,
  merger: string,
): Promise<string | null> {
  const target = thumbnail === null ? undefined : mediaTarget(thumbnail)
  if (!target) return null
  const grant = await grantImage(env, target.href, merger, sourcesOf(extraction))
  const query = new URLSearchParams({ url: target.href, g: grant })
  return `${paths.imageProxy}?${query.toString()}`
}

async function pictureOf(
  env: Env,
  { picture }: ListedItem,
  extraction: Extraction,
  merger: string,
): Promise<Entry['picture']> {
  const target = picture && mediaTarget(picture.url)
  if (!picture || !target) return undefined
  const { ext, width, height, headers, bound } = picture
  const terms = {
    headers,
    cookies: null,
    way: bound ? ('relay' as const) : ('edge' as const),
    merger,
    key: '',
    container: ext,
    expiresAt: extraction.expires_at,
    sources: sourcesOf(extraction),
  }
  const query = new URLSearchParams({ url: target.href, g: await grantMedia(env, target.href, terms) })
  return { url: `${paths.proxiedDownload}?${query.toString()}`, ext, width, height }
}
