import type { Rendition } from '#contract/engine/extraction.ts'
import { discard } from '../../egress/egress.ts'
import { headersFor, linkOf } from '../../fetch/link.ts'
import { get } from '../../fetch/http-get.ts'
import { readStart } from '../../http/read-body.ts'
import type { ProbeOptions } from './first-bytes.ts'
import type { MediaFacts } from '../../media/media-facts.ts'
import { probeHead } from '../../media/ffprobe.ts'

/** Enough for the parameter sets of the video track, which come before the first frame. */
const SEGMENT_BYTES = 256 * 1024
const PLAYLIST_BYTES = 64 * 1024

type ByteRange = { url: string; offset: number; length: number | null }

/** RFC 8216. Called when yt-dlp reports no codecs and no height. */
export async function segmentFacts(
  rendition: Rendition,
  options: ProbeOptions,
): Promise<MediaFacts | undefined> {
  try {
    const link = linkOf(rendition)
    const answer = await get(link.url, link.headers, options)
    const playlist = answer.status === 200 ? await readStart(answer.body, PLAYLIST_BYTES) : Buffer.alloc(0)
    discard(answer.body)
    const ranges = firstRanges(playlist.toString('utf8'), answer.url)
    const bytes = await Promise.all(
      ranges.map(async ({ url, offset, length }) => {
        const count = Math.min(length ?? SEGMENT_BYTES, SEGMENT_BYTES)
        const range = `bytes=${offset}-${offset + count - 1}`
        const { status, body } = await get(url, { ...headersFor(link, url), range }, options)
        const isComplete = status === 206 || (status === 200 && offset === 0)
        const first = isComplete ? await readStart(body, count) : undefined
        discard(body)
        return first?.subarray(0, length ?? undefined)
      }),
    )
    const readable = bytes.filter((one) => one !== undefined)
    return ranges.length > 0 && readable.length === ranges.length
      ? await probeHead(Buffer.concat(readable), null, options)
      : undefined
  } catch {
    // The tracks are optional: without them the format only lacks its quality label.
    return undefined
  }
}

export function firstRanges(playlist: string, address: string): ByteRange[] {
  const lines = playlist.split(/\r?\n/).map((line) => line.trim())
  const at = lines.findIndex((line) => line !== '' && !line.startsWith('#'))
  const before = lines.slice(0, Math.max(at, 0))
  const tag = (name: string) => before.findLast((line) => line.startsWith(`#${name}:`))
  if (at < 0 || !before.some((line) => line.startsWith('#EXTINF:'))) return []
  if (/METHOD=(?!NONE)/.test(tag('EXT-X-KEY') ?? '')) return []
  const rangeOf = (link: string, range: string | undefined): ByteRange => {
    const [, length, offset] = /(\d+)(?:@(\d+))?/.exec(range ?? '') ?? []
    return {
      url: new URL(link, address).href,
      offset: Number(offset ?? 0),
      length: length ? Number(length) : null,
    }
  }
  const map = tag('EXT-X-MAP')
  const [, uri] = /URI="([^"]+)"/.exec(map ?? '') ?? []
  return [
    ...(uri ? [rangeOf(uri, /BYTERANGE="([^"]+)"/.exec(map ?? '')?.[1])] : []),
    rangeOf(lines[at]!, tag('EXT-X-BYTERANGE')),
  ]
}
