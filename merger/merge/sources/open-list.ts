import type { Rendition } from '#contract/engine/extraction.ts'
import { Failure } from '#contract/failure.ts'
import { sourceFailure } from '../../egress/egress.ts'
import { bodyOf } from '../../fetch/decoded.ts'
import type { RequestOptions } from '../../fetch/http-get.ts'
import { headersOf } from '../../fetch/link.ts'
import { getPart } from '../../fetch/part-answer.ts'
import { readWhole } from '../../http/read-body.ts'
import { limits } from '#media/lists/limits.ts'
import type { MediaTrack } from '#media/lists/timeline.ts'
import { reading } from '../../process/reading-pool.ts'

/** The track of a rendition, as its list describes it now. */
export async function trackFor(rendition: Rendition, options: RequestOptions): Promise<MediaTrack> {
  const { bytes, url } = await readList(rendition.url, rendition, options)
  const track = await reading.read('trackIn', [bytes, url, rendition], options.signal)
  if (track) return track
  const variants = await readList(rendition.manifest!, rendition, options)
  return await reading.read('trackWith', [bytes, url, variants.bytes, variants.url], options.signal)
}

/** The addresses in a list are relative to its own address after redirects. */
async function readList(
  link: string,
  rendition: Rendition,
  options: RequestOptions,
): Promise<{ bytes: Uint8Array; url: string }> {
  try {
    const answer = await getPart(link, headersOf(rendition), null, options)
    if (answer.status === 200)
      return { bytes: await readWhole(bodyOf(answer), limits.listBytes), url: answer.url }
    answer.body.destroy()
    throw new Failure('source_failed', { cause: `status ${answer.status}` })
  } catch (error) {
    options.signal.throwIfAborted()
    throw error instanceof Failure ? error : sourceFailure(error)
  }
}
