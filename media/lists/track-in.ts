import type { Rendition } from '#contract/engine/extraction.ts'
import { Failure } from '#contract/failure.ts'
import { readDash, timelineOf } from './dash.ts'
import { importsVariables, readHls, variablesOf } from './hls.ts'
import { representationFor } from './representation.ts'
import type { MediaTrack } from './timeline.ts'

/** Null if the list names variables of the list of variants. A byte order mark is dropped. */
export function trackIn(bytes: Uint8Array, url: string, rendition: Rendition): MediaTrack | null {
  const text = textOf(bytes)
  if (!/^\s*#EXTM3U/.test(text)) {
    if (rendition.transport === 'hls') throw new Failure('no_media', { cause: 'no playlist' })
    const presentation = readDash(text, url)
    return timelineOf(presentation, representationFor(presentation, rendition))
  }
  if (importsVariables(text) && rendition.manifest) return null
  return readHls(text, { url })
}

/** The list of variants tells the variables of the list. */
export function trackWith(
  bytes: Uint8Array,
  url: string,
  variants: Uint8Array,
  variantsUrl: string,
): MediaTrack {
  return readHls(textOf(bytes), { url, parent: variablesOf(textOf(variants), variantsUrl) })
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
