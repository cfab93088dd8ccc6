import { codecFamily } from '#contract/codecs.ts'

/** Some browsers cannot play these. */
const RARE = new Set(['ac-3', 'ec-3', 'alac', 'dts', 'truehd'])

/** Browsers play the picture of a video without a word if they cannot play its sound. */
export function lacksSound(codec: string | null | undefined, plays: (type: string) => boolean): boolean {
  const family = codecFamily(codec ?? null) ?? ''
  return RARE.has(family) && !plays(`audio/mp4; codecs="${family}"`)
}
