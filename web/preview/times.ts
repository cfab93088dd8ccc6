import type { Figures } from '#texts/figures.ts'
import type { Parts } from '#texts/parts.ts'
import type { Say } from '#texts/say.ts'

/** What words for times and amounts need. */
export type Words = { texts: Parts['result']; say: Say; figures: Figures }

/** "40 sec left", "about 2 min left". */
export function remainingText(seconds: number, { texts, say, figures }: Words): string {
  const time = figures.short(seconds)
  return say(seconds < 60 ? texts.left : texts.aboutLeft, { time })
}

/** The time that our copy is kept. */
export const copyText = (seconds: number, { texts, say, figures }: Words): string =>
  say(texts.left, { time: figures.countdown(seconds) })

/** "52 of 126 MB". */
export function bytesText(received: number, total: number, { texts, say, figures }: Words): string {
  const [done, all] = [figures.size(received), figures.size(total)]
  const unit = all.slice(all.indexOf(' '))
  return say(texts.bytes, { done: done.endsWith(unit) ? done.slice(0, -unit.length) : done, total: all })
}

export const speedText = (bytes: number, { texts, say, figures }: Words): string =>
  say(texts.perSecond, { size: figures.size(bytes) })

/** The part of its time that our copy still has. The setting can be shorter than the time of this copy. */
export const leftPercent = (seconds: number, retentionSeconds: number): number =>
  (seconds / Math.max(retentionSeconds, seconds)) * 100
