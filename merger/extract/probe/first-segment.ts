import type { Rendition } from '#contract/engine/extraction.ts'
import { Failure } from '#contract/failure.ts'
import { discard } from '../../egress/egress.ts'
import { linkOf } from '../../fetch/link.ts'
import { getPart } from '../../fetch/part-answer.ts'
import { PartRequests } from '../../fetch/part-requests.ts'
import { readStart } from '../../http/read-body.ts'
import { probeHead } from '../../process/ffprobe.ts'
import type { MediaFacts } from '#media/media-facts.ts'
import { readHls } from '#media/lists/hls.ts'
import type { Address } from '#media/lists/timeline.ts'
import type { ProbeOptions, Unusable } from './first-bytes.ts'

/** Enough for the parameter sets of the video track, which come before the first frame. */
const SEGMENT_BYTES = 256 * 1024
export const PLAYLIST_BYTES = 64 * 1024

/** Called when yt-dlp reports no codecs and no height. */
export async function segmentFacts(
  rendition: Rendition,
  options: ProbeOptions,
): Promise<MediaFacts | Unusable | undefined> {
  try {
    const link = linkOf(rendition)
    const answer = await getPart(link.url, link.headers, null, options)
    const playlist = answer.status === 200 ? await readStart(answer.body, PLAYLIST_BYTES) : Buffer.alloc(0)
    discard(answer.body)
    const parts = new PartRequests(link, options)
    const bytes = await Promise.all(
      firstParts(playlist.toString('utf8'), answer.url).map((part) =>
        parts.start(part, SEGMENT_BYTES, options.signal),
      ),
    )
    const head = await probeHead(Buffer.concat(bytes), null, { ...options, signal: options.working })
    return head && { ...head, ...lengthOfList(playlist.toString('utf8'), answer.url) }
  } catch (error) {
    if (error instanceof Failure && error.code === 'no_media') return 'page'
    if (error instanceof Failure && error.code === 'drm') return 'locked'
    // The tracks are optional: without them the format only lacks its quality label.
    return undefined
  }
}

/** The map and the first segment of a playlist that may be cut off. */
export function firstParts(playlist: string, url: string): Address[] {
  const whole = playlist.length < PLAYLIST_BYTES ? playlist : playlist.slice(0, playlist.lastIndexOf('\n'))
  const [run] = readHls(`${whole}\n#EXT-X-ENDLIST`, { url }).runs
  return run ? [...(run.map ? [run.map] : []), run.parts[0]!] : []
}

/** Nothing of a playlist that may be cut off, or goes on. */
export function lengthOfList(playlist: string, url: string): Pick<MediaFacts, 'duration'> {
  const isWhole = playlist.length < PLAYLIST_BYTES && playlist.includes('#EXT-X-ENDLIST')
  try {
    return { duration: isWhole ? (readHls(playlist, { url }).expected?.seconds ?? null) : null }
  } catch (error) {
    if (error instanceof Failure) return { duration: null }
    throw error
  }
}
