import type { Rendition } from '#contract/engine/extraction.ts'
import { discard, sourceFailure } from '../../egress/egress.ts'
import type { RequestOptions } from '../../fetch/http-get.ts'
import { linkOf } from '../../fetch/link.ts'
import { getPart } from '../../fetch/part-answer.ts'
import { readStart } from '../../http/read-body.ts'
import { unusable, type Unusable } from './first-bytes.ts'

const START_BYTES = 512

/** null when nothing is known, for example because the source does not respond. */
export async function manifestProblem(
  rendition: Rendition,
  options: RequestOptions,
): Promise<Unusable | null> {
  try {
    const link = linkOf(rendition)
    const { status, body } = await getPart(link.url, link.headers, null, options)
    const start = status === 200 ? await readStart(body, START_BYTES) : undefined
    discard(body)
    if (!start) return unusable(status)
    const text = start.toString('latin1').trimStart()
    if (text === '') return 'empty'
    const isManifest =
      rendition.transport === 'hls' ? text.includes('#EXTM3U') : !/^<(!doctype|html)/i.test(text)
    return isManifest ? null : 'page'
  } catch (error) {
    return sourceFailure(error).code === 'refused_address' ? 'refused' : null
  }
}
