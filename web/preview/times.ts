import { sizeText } from '../content/display.ts'

/** "40 s", "about 2 min", "about 1 h 5 min". */
function minutesText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `about ${minutes} min` : `about ${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export const remainingText = (seconds: number): string => `${minutesText(seconds)} left`

/** The time that our copy is kept: whole minutes, rounded up, and seconds at the end. */
export function copyText(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s left`
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 60 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}

/** "52 of 126 MB". */
export function bytesText(received: number, total: number): string {
  const [done, all] = [sizeText(received), sizeText(total)]
  const unit = all.slice(all.indexOf(' '))
  return `${done.endsWith(unit) ? done.slice(0, -unit.length) : done} of ${all}`
}

/** The part of its time that our copy still has. The setting can be shorter than the time of this copy. */
export const leftPercent = (seconds: number, retentionSeconds: number): number =>
  (seconds / Math.max(retentionSeconds, seconds)) * 100
