import type { Rendition } from '#contract/engine/extraction.ts'
import { Failure } from '#contract/failure.ts'
import { sourceFailure } from '../../egress/egress.ts'
import { bodyOf } from '../../fetch/decoded.ts'
import type { RequestOptions } from '../../fetch/http-get.ts'
import { headersOf } from '../../fetch/link.ts'
import { getPart } from '../../fetch/part-answer.ts'
import { readWhole } from '../../http/read-body.ts'
import { readDash, timelineOf } from '#media/lists/dash.ts'
import { importsVariables, readHls, variablesOf } from '#media/lists/hls.ts'
import { limits } from '#media/lists/limits.ts'
import { representationFor } from '#media/lists/representation.ts'
import type { MediaTrack } from '#media/lists/timeline.ts'

/** The track of a rendition, as its list describes it now. */
export async function trackFor(rendition: Rendition, options: RequestOptions): Promise<MediaTrack> {
  const { text, url } = await readList(rendition.url, rendition, options)
  if (!/^\s*#EXTM3U/.test(text)) {
    if (rendition.transport === 'hls') throw new Failure('no_media', { cause: 'no playlist' })
    const presentation = readDash(text, url)
    return timelineOf(presentation, representationFor(presentation, rendition))
  }
  const { manifest } = rendition
  if (!importsVariables(text) || !manifest) return readHls(text, { url })
  const variants = await readList(manifest, rendition, options)
  return readHls(text, { url, parent: variablesOf(variants.text, variants.url) })
}

/** The addresses in a list are relative to its own address after redirects. A byte order mark is dropped. */
async function readList(
  link: string,
  rendition: Rendition,
  options: RequestOptions,
): Promise<{ text: string; url: string }> {
  try {
    const answer = await getPart(link, headersOf(rendition), null, options)
    if (answer.status === 200) {
      const bytes = await readWhole(bodyOf(answer), limits.listBytes)
      return { text: new TextDecoder().decode(bytes), url: answer.url }
    }
    answer.body.destroy()
    throw new Failure('source_failed', { cause: `status ${answer.status}` })
  } catch (error) {
    options.signal.throwIfAborted()
    throw error instanceof Failure ? error : sourceFailure(error)
  }
}
