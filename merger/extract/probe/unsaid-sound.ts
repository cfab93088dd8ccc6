import type { Rendition } from '#contract/engine/extraction.ts'
import { trackOf, type MediaFacts } from '#media/media-facts.ts'

/** The list names a picture and no sound beside it, and many lists forget the sound in their segments. */
const saysNoSound = ({ transport, kind, vcodec, acodec }: Rendition): boolean =>
  transport === 'hls' && kind === 'both' && vcodec !== null && acodec === null

/** One of each list, the first. */
export function standIns(renditions: Rendition[]): Rendition[] {
  const silent = renditions.filter(saysNoSound)
  return silent.filter((one, at) => silent.findIndex(({ manifest }) => manifest === one.manifest) === at)
}

/** @param headOf the segment of the one that stands for a list; without it, the list is believed */
export function soundKnown(
  renditions: Rendition[],
  headOf: (rendition: Rendition) => MediaFacts | undefined,
): Rendition[] {
  return renditions.map((one) => {
    if (!saysNoSound(one)) return one
    const sound = trackOf(headOf(one), 'audio')
    return sound ? { ...one, acodec: sound.codec } : { ...one, kind: 'video' }
  })
}
