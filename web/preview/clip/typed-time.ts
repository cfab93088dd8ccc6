/** "1:02:03.5", "2:03" or "75.25" in seconds; null for any other text. */
export function typedSeconds(text: string): number | null {
  const parts = /^\s*(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,6}(?:[.,]\d{1,3})?)\s*$/.exec(text)
  if (!parts) return null
  const [h, m] = parts.slice(1, 3).map((part) => Number(part ?? 0))
  const seconds = Number(parts[3]!.replace(',', '.'))
  if (parts[2] !== undefined && seconds >= 60) return null
  if (parts[1] !== undefined && m! >= 60) return null
  return h! * 3_600 + m! * 60 + seconds
}

type Problem = { text: string; isOfStart: boolean; isOfEnd: boolean }

/** Null: the clip can be made. */
export function problemOf(start: number | null, end: number | null, duration: number | null): Problem | null {
  if (start === null || end === null)
    return {
      text: 'Please write each time as hours, minutes and seconds, such as 1:02:03.',
      isOfStart: start === null,
      isOfEnd: end === null,
    }
  const ofEnd = { isOfStart: false, isOfEnd: true }
  if (end <= start) return { text: 'Please choose an end after the start.', ...ofEnd }
  return duration !== null && end > duration
    ? { text: 'Please choose an end within the length of the item.', ...ofEnd }
    : null
}
