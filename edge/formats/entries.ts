import type { Entry } from '#contract/api.ts'
import { cut } from '#contract/cut.ts'
import type { Extraction, ListedItem } from '#contract/engine/extraction.ts'
import { paths } from '#contract/paths.ts'
import { grantImage, grantMedia } from '../grants/grant.ts'
import { sourcesOf, termsOf } from './grant-rules.ts'
import { mediaTarget } from '../media-link.ts'

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
        title: item.title === null ? null : cut(item.title, MAX_TITLE),
        duration: item.duration,
        thumbnail_url: await imageLink(env, item.thumbnail, extraction, merger),
        ...(item.date && /^\d{4}-\d\d-\d\d$/.test(item.date) && { date: item.date }),
        ...(picture && { picture }),
      }
    }),
  )
}

export async function imageLink(
  env: Env,
  link: string | null | undefined,
  extraction: Extraction,
  merger: string,
): Promise<string | null> {
  const target = link ? mediaTarget(link) : undefined
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
  const { ext, width, height } = picture
  const terms = termsOf(picture, ext, extraction, merger)
  const query = new URLSearchParams({ url: target.href, g: await grantMedia(env, target.href, terms) })
  return { url: `${paths.proxiedDownload}?${query.toString()}`, ext, width, height }
}
