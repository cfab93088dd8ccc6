import type { Rendition } from '#contract/engine/extraction.ts'
import { discard, sourceFailure } from '../../egress/egress.ts'
import type { RequestOptions } from '../../fetch/http-get.ts'
import { linkOf } from '../../fetch/link.ts'
import { UNKNOWN_FACTS } from '#media/media-facts.ts'
import { getPart } from '../../fetch/part-answer.ts'
import { readStart } from '../../http/read-body.ts'
import { unusable, type FirstBytes } from './first-bytes.ts'
import { lengthOfList, PLAYLIST_BYTES } from './first-segment.ts'

/** null when nothing is known, for example because the source does not respond. */
export async function readManifest(
  rendition: Rendition,
  options: RequestOptions,
): Promise<FirstBytes | null> {
  try {
    const link = linkOf(rendition)
    const { status, body, url } = await getPart(link.url, link.headers, null, options)
    const start = status === 200 ? await readStart(body, PLAYLIST_BYTES) : undefined
    discard(body)
    if (!start) return unusable(status)
    const text = start.toString('latin1').trimStart()
    if (text === '') return 'empty'
    const isManifest =
      rendition.transport === 'hls' ? text.includes('#EXTM3U') : !/^<(!doctype|html)/i.test(text)
    if (!isManifest) return 'page'
    if (rendition.transport !== 'hls') return null
    const head = { ...UNKNOWN_FACTS, ...lengthOfList(start.toString('utf8'), url) }
    return { size: null, type: '', head, container: undefined, isSure: false, chapters: [], texts: [] }
  } catch (error) {
    return sourceFailure(error).code === 'refused_address' ? 'refused' : null
  }
}
