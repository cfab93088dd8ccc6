import { codecFamily, soundRow } from '#contract/codecs/codecs.ts'

/** Browsers play the picture of a video without a word if they cannot play its sound. */
export function lacksSound(codec: string | null | undefined, plays: (type: string) => boolean): boolean {
  const family = codecFamily(codec ?? null)
  return soundRow(family)?.isOftenSilent === true && !plays(`audio/mp4; codecs="${family}"`)
}
