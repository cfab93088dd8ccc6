import { trackOf } from '#media/media-facts.ts'
import type { OpenedRendition } from './sources/open.ts'

/** What a file says of itself goes before what its site says. */
export const videoCodec = ({ facts, rendition }: OpenedRendition): string | null =>
  trackOf(facts, 'video')?.codec ?? rendition.vcodec
export const soundCodec = ({ facts, rendition }: OpenedRendition): string | null =>
  trackOf(facts, 'audio')?.codec ?? rendition.acodec
