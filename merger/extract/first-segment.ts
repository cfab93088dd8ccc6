import type { Rendition } from '#contract/engine.ts'
import { discard } from '../egress/egress.ts'
import { headersFor, linkOf } from '../fetch/link.ts'
import { get } from '../fetch/request.ts'
import { readStart } from '../http/read-body.ts'
import type { Way } from './first-bytes.ts'
import type { HeadFacts } from '../media/head-facts.ts'
import { look } from '../media/ffprobe.ts'

/** Enough for the parameters of a picture, which stand before its first frame. */
const SEGMENT_BYTES = 256 * 1024
/** Of a list only its first segment is of interest. */
const LIST_BYTES = 64 * 1024

/** A part of a resource: all of it, or `length` bytes from `offset` on. */
type Part = { url: string; offset: number; length: number | null }

/**
 * What the first segment of an HLS playlist tells, where the playlist names neither codecs nor size (RFC 8216). Undefined where
 * it cannot be read: encrypted, a list of lists, or not there.
 */
export async function segmentFacts(rendition: Rendition, way: Way): Promise<HeadFacts | undefined> {
  try {
    const link = linkOf(rendition)
    const answer = await get(link.url, link.headers, way)
    const list = answer.status === 200 ? await readStart(answer.body, LIST_BYTES) : Buffer.alloc(0)
    discard(answer.body)
    const parts = firstParts(list.toString('utf8'), answer.url)
    const bytes = await Promise.all(
      parts.map(async ({ url, offset, length }) => {
        const count = Math.min(length ?? SEGMENT_BYTES, SEGMENT_BYTES)
        const range = `bytes=${offset}-${offset + count - 1}`
        const { status, body } = await get(url, { ...headersFor(link, url), range }, way)
        const isThere = status === 206 || (status === 200 && offset === 0)
        const first = isThere ? await readStart(body, count) : undefined
        discard(body)
        return first?.subarray(0, length ?? undefined)
      }),
    )
    const there = bytes.filter((one) => one !== undefined)
    return parts.length > 0 && there.length === parts.length
      ? await look(Buffer.concat(there), null, way)
      : undefined
  } catch {
    // The list is shown without a quality, as it would be without this.
    return undefined
  }
}

/** The initialization of a playlist's first segment, if it has one, and that segment; none where it is encrypted. */
export function firstParts(playlist: string, address: string): Part[] {
  const lines = playlist.split(/\r?\n/).map((line) => line.trim())
  const at = lines.findIndex((line) => line !== '' && !line.startsWith('#'))
  const before = lines.slice(0, Math.max(at, 0))
  const tag = (name: string) => before.findLast((line) => line.startsWith(`#${name}:`))
  if (at < 0 || !before.some((line) => line.startsWith('#EXTINF:'))) return []
  if (/METHOD=(?!NONE)/.test(tag('EXT-X-KEY') ?? '')) return []
  const part = (link: string, range: string | undefined): Part => {
    const [, length, offset] = /(\d+)(?:@(\d+))?/.exec(range ?? '') ?? []
    return {
      url: new URL(link, address).href,
      offset: Number(offset ?? 0),
      length: length ? Number(length) : null,
    }
  }
  const map = tag('EXT-X-MAP')
  const [, begins] = /URI="([^"]+)"/.exec(map ?? '') ?? []
  return [
    ...(begins ? [part(begins, /BYTERANGE="([^"]+)"/.exec(map ?? '')?.[1])] : []),
    part(lines[at]!, tag('EXT-X-BYTERANGE')),
  ]
}
