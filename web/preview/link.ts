import { MAX_ITEM } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { PreviewField } from '#contract/preview-fields.ts'
import { isPictureName, shortened } from '../content/display.ts'
import { checkedPoster, type Poster } from './poster.ts'

// A preview link describes one format. Its fragment can contain:
// - `g=`: the grant, an encrypted permission from the edge. Our proxy fetches the media link only with this
//   grant. It is in the fragment, because fragments do not appear in logs, Referer headers and statistics.
// - `tg=`: the grant for the link of the thumbnail.
// - `st=`: subtitles for the player, with their grants.
// - `save=1`: the page saves the file automatically.
// - `renew=1`: the page extracts the item again to get a new media link.
// - `task=`: the id of the merge task that has made the file.

const { startMerge: START_MERGE, proxiedDownload: PROXY } = paths

export type PreviewLink = PlainFields & {
  isPicture: boolean
  /** As `tracksText` of tracks.ts writes them. */
  tracks: string | null
  /** The thumbnail that is shown behind the percentage of a merge, and on the player before playback. */
  poster: Poster | null
  target: Target | null
  saves: boolean
  /**
   * Whether the page must extract the item again before it shows the file. For example, the list of recent
   * downloads stores preview links without their grants, so these links need a new media link with a grant.
   */
  renews: boolean
  taskId: string | null
}

/**
 * The source of the file:
 * - `ticket`: a merger must make the file. The field `ticket` is the permission to start the merge.
 * - `media`: the file exists at a media link.
 * - `refused`: the link is unsafe.
 */
type Target = { kind: 'ticket'; ticket: string } | { kind: 'media'; media: Media } | { kind: 'refused' }

export type Media = { url: string; grant: string | null }

export const withFragmentField = (url: string, field: string): string =>
  `${url}${url.includes('#') ? '&' : '#'}${field}`

export function separateGrant(link: string): Media {
  const [url = '', fragment = ''] = link.split(/#(.*)/s, 2)
  const fields = fragment.split('&')
  const rest = fields.filter((field) => field && !field.startsWith('g=')).join('&')
  const bare = rest ? `${url}#${rest}` : url
  const grant = fields.find((field) => field.startsWith('g='))?.slice(2) || null
  if (grant || !url.startsWith(`${PROXY}?`)) return { url: bare, grant }
  const query = new URLSearchParams(url.slice(PROXY.length + 1))
  const own = query.get('g')
  query.delete('g')
  return { url: `${PROXY}?${query.toString()}`, grant: own }
}

export const isOwnProxy = (url: URL, origin: string): boolean =>
  url.origin === origin && url.pathname === PROXY

/** A user name can hide the real host: `https://known.example@evil.example/` leads to `evil.example`. */
const isWebLink = (url: URL) => /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''

function parseMedia(text: string, grant: string | null, origin: string): Media | null {
  const media = separateGrant(text)
  if (!URL.canParse(media.url, origin)) return null
  const url = new URL(media.url, origin)
  // A link without a scheme must lead to our own origin. "//evil.example" does not, so it is refused.
  if (url.origin !== origin && !URL.canParse(media.url)) return null
  // On our origin only the proxy serves media links. Any other URL on our origin is a forged link.
  if (!isWebLink(url) || (url.origin === origin && url.pathname !== PROXY)) return null
  return { url: url.href, grant: media.grant ?? grant }
}

/** Returns null for a link that starts no merge. */
export function ticketOf(text: string, origin: string): string | null {
  if (!URL.canParse(text, origin)) return null
  const link = new URL(text, origin)
  return link.origin === origin && link.pathname === START_MERGE ? link.searchParams.get('task_id') : null
}

function readTarget(query: URLSearchParams, fragment: URLSearchParams, origin: string): Target | null {
  const url = query.get('url') ?? ''
  if (query.get('task_id') && query.has('video_format_id') && query.has('audio_format_id'))
    return { kind: 'ticket', ticket: query.get('task_id')! }
  if (!url) return null
  const ticket = ticketOf(url, origin)
  if (ticket) return { kind: 'ticket', ticket }
  const media = parseMedia(url, fragment.get('g'), origin)
  return media ? { kind: 'media', media } : { kind: 'refused' }
}

const MAX_TITLE = 300
export const NO_TITLE = 'Untitled'

const amount = (text: string | null): number | null => {
  const value = Number(text)
  return value > 0 && value < Infinity ? value : null
}

const asIs = (value: string | null) => value

const readers = {
  title: (value) => shortened(value?.trim() ?? '', MAX_TITLE).toWellFormed() || NO_TITLE,
  filename: (value) => value ?? '',
  is_audio: (value) => value === 'true',
  resolution: asIs,
  /** Size in bytes. */
  filesize: amount,
  /** Bitrate in kilobits per second. */
  bitrate: amount,
  source_url: (value) => (value && URL.canParse(value) && isWebLink(new URL(value)) ? value : null),
  item(value) {
    const item = amount(value)
    return item && Number.isInteger(item) && item <= MAX_ITEM ? item : null
  },
  /** As `clipText` of contract/clip.ts writes it; null: the whole item. */
  clip: asIs,
  /** The times in the pasted link, such as "90-" or "90-120". */
  asked: asIs,
  /** The subtitles inside, as `choiceText` of contract/subtitles/choice.ts writes them. */
  subtitles: asIs,
} satisfies Record<PreviewField, (value: string | null) => unknown>
type PlainFields = { [F in PreviewField]: ReturnType<(typeof readers)[F]> }

/**
 * Parses a preview link. Its values are untrusted, because anybody can write such a link.
 * @param search the query, with or without `?`
 * @param hash the fragment, with or without `#`
 * @param origin the origin of our own site
 */
export function readPreview(search: string, hash: string, origin: string): PreviewLink {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const plain = Object.fromEntries(
    Object.entries(readers).map(([name, read]) => [name, read(query.get(name))]),
  ) as PlainFields
  const picture = separateGrant(query.get('thumbnail_url') ?? '')
  return {
    ...plain,
    isPicture: isPictureName(plain.filename),
    tracks: fragment.get('st'),
    poster: checkedPoster(picture.url, picture.grant ?? fragment.get('tg')),
    target: readTarget(query, fragment, origin),
    saves: fragment.get('save') === '1',
    renews: fragment.get('renew') === '1',
    taskId: fragment.get('task'),
  }
}

/** "MP4"; empty for a name without an extension. */
export const kindOf = ({ filename }: PreviewLink): string =>
  /\.([a-z\d]{2,4})$/i.exec(filename)?.[1]?.toUpperCase() ?? ''

export function proxied({ url, grant }: Media, filename: string, origin: string): string {
  const own = new URL(url, origin)
  if (isOwnProxy(own, origin)) {
    if (filename && !own.searchParams.has('filename')) own.searchParams.set('filename', filename)
    if (grant && !own.searchParams.has('g')) own.searchParams.set('g', grant)
    return own.pathname + own.search
  }
  const query = [`url=${encodeURIComponent(url)}`, `filename=${encodeURIComponent(filename)}`]
  if (grant) query.push(`g=${encodeURIComponent(grant)}`)
  return `${PROXY}?${query.join('&')}`
}
