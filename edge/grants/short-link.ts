import * as z from 'zod/mini'
import { shareSchema, type Share } from '#contract/api.ts'
import { parseClip } from '#contract/clip.ts'
import { mergePlanSchema } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { parsePublicLink } from '#contract/link.ts'
import { paths } from '#contract/paths.ts'
import { sharedFields } from '#contract/preview-fields.ts'
import { openGrant } from './grant.ts'
import { keyedHashes } from './seal.ts'
import { mediaTarget } from '../media-link.ts'
import { linksOf, openTicket, writeTicket } from './ticket.ts'

// A short link leads to our own preview page. If the preview needs a merge, KV stores the plan of the merge,
// but not the nonce that names a merge task. So each visitor who opens the short link starts a separate task.

const orderSchema = z.strictObject({
  plan: mergePlanSchema,
  key: z.string(),
  merger: z.string(),
  ledTo: z.optional(z.string()),
})
const storedShareSchema = z.strictObject({
  share: shareSchema,
  order: z.optional(orderSchema),
  sources: z.optional(z.array(z.string())),
})
type StoredShare = z.infer<typeof storedShareSchema>

export async function checkShare(env: Env, origin: string, given: Share): Promise<StoredShare> {
  const { thumbnail_url: picture, ...rest } = given
  const share: Share = { ...rest, ...(await sharedPicture(env, picture)) }
  if (share.source_url !== undefined && !parsePublicLink(share.source_url)) throw new Failure('bad_link')
  if (Number(share.filesize ?? 0) < 0 || Number(share.bitrate ?? 0) < 0) throw new Failure('bad_request')
  if (share.clip !== undefined && !parseClip(share.clip)) throw new Failure('bad_clip')
  if (!URL.canParse(share.url, origin)) throw new Failure('bad_link')
  const url = new URL(share.url, origin)
  if (url.origin !== origin) {
    const sealed = new URLSearchParams(url.hash.slice(1)).get('g') ?? ''
    return { share: { ...share, url: url.href }, sources: await grantedSources(env, url.href, sealed, share) }
  }
  const own = url.pathname + url.search + url.hash
  if (url.pathname === paths.startMerge) {
    const opened = await openTicket(env, url.searchParams.get('task_id') ?? '')
    if (opened.state === 'refused') throw new Failure('bad_link')
    const { nonce: _, ...order } = opened.ticket
    return { share: { ...share, url: paths.startMerge }, order }
  }
  if (url.pathname !== paths.proxiedDownload && url.pathname !== paths.preview) throw new Failure('bad_link')
  const [link = '', fragment = ''] = (url.searchParams.get('url') ?? '').split('#')
  const sealed = url.searchParams.get('g') ?? new URLSearchParams(fragment).get('g') ?? ''
  return { share: { ...share, url: own }, sources: await grantedSources(env, link, sealed, share) }
}

async function sharedPicture(env: Env, picture: string | undefined): Promise<Pick<Share, 'thumbnail_url'>> {
  if (picture === undefined) return {}
  const [link, hash] = split(picture)
  if (!mediaTarget(link)) throw new Failure('bad_link')
  const opened = await openGrant(env, 'image', link, new URLSearchParams(hash).get('g') ?? '')
  if (opened.state === 'refused') throw new Failure('bad_link')
  return opened.state === 'open' ? { thumbnail_url: picture } : {}
}

/**
 * An expired grant is accepted, because the preview page renews it. Without a link of the item, the edge
 * cannot check the preview against the block list.
 */
async function grantedSources(env: Env, link: string, sealed: string, share: Share): Promise<string[]> {
  if (!mediaTarget(link)) throw new Failure('bad_link')
  const opened = await openGrant(env, 'media', link, sealed)
  if (opened.state === 'refused') throw new Failure('bad_link')
  const sources = opened.state === 'open' ? opened.grant.sources : opened.sources
  if (sources.length === 0 && share.source_url === undefined) throw new Failure('bad_link')
  return [...sources]
}

/** Equal previews have equal slugs. The slug is a keyed hash, so it reveals nothing about the preview. */
export async function slugOf(env: Env, stored: StoredShare): Promise<string> {
  const [hash] = await keyedHashes(env, 'slug', JSON.stringify(stored))
  return base62(hash!.subarray(0, 9))
}

/** A slug has 13 characters and encodes 72 bits. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export const isSlug = (text: string) => /^[0-9A-Za-z]{13}$/.test(text)

function base62(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; text.length < 13; number /= 62n) text = ALPHABET[Number(number % 62n)] + text
  return text
}

/** Returns the links of a shared preview, which the caller must check against the block list. */
export function sourcesOf({ share, order, sources = [] }: StoredShare): string[] {
  const own = share.source_url === undefined ? [] : [share.source_url]
  return [...new Set([...own, ...(order ? linksOf(order) : []), ...sources])]
}

/** The caller must check the links against the block list. */
export async function previewOf(
  env: Env,
  value: unknown,
): Promise<{ path: string; sources: string[] } | null> {
  const parsed = storedShareSchema.safeParse(value)
  if (!parsed.success) return null
  const { share, order } = parsed.data
  const query = new URLSearchParams()
  // Grants go into the fragment of the preview page's URL, because browsers send fragments neither in
  // requests nor in the Referer header.
  const secrets: string[] = []
  if (order) query.set('url', `${paths.startMerge}?task_id=${await writeTicket(env, order)}`)
  else {
    const [link, hash] = split(share.url)
    const isOwn = link.startsWith(`${paths.proxiedDownload}?`) || link.startsWith(`${paths.preview}?`)
    if (!isOwn && !mediaTarget(link)) return null
    query.set('url', link)
    if (hash) secrets.push(hash)
  }
  for (const name of sharedFields)
    if (share[name] !== undefined && share[name] !== '') query.set(name, String(share[name]))
  if (share.source_url !== undefined && !parsePublicLink(share.source_url)) return null
  if (share.thumbnail_url !== undefined) {
    const [link, hash] = split(share.thumbnail_url)
    const grant = new URLSearchParams(hash).get('g')
    if (!mediaTarget(link) || !grant) return null
    query.set('thumbnail_url', link)
    secrets.push(`tg=${grant}`)
  }
  const fragment = secrets.length > 0 ? `#${secrets.join('&')}` : ''
  return { path: `/preview?${query.toString()}${fragment}`, sources: sourcesOf(parsed.data) }
}

/** The picture is left out when its grant has ended. The caller must check the links of the item. */
export async function sharedCard(
  env: Env,
  value: unknown,
): Promise<{ title: string; picture: string | undefined; sources: string[] } | null> {
  const parsed = storedShareSchema.safeParse(value)
  if (!parsed.success) return null
  const { title = '', thumbnail_url } = parsed.data.share
  return { title, picture: await proxiedPicture(env, thumbnail_url), sources: sourcesOf(parsed.data) }
}

async function proxiedPicture(env: Env, picture = ''): Promise<string | undefined> {
  const [url, hash] = split(picture)
  const g = new URLSearchParams(hash).get('g') ?? ''
  const { state } = await openGrant(env, 'image', url, g)
  return state === 'open' ? `${paths.imageProxy}?${new URLSearchParams({ url, g }).toString()}` : undefined
}

function split(link: string): [string, string | undefined] {
  const at = link.indexOf('#')
  return at < 0 ? [link, undefined] : [link.slice(0, at), link.slice(at + 1)]
}
