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

type Problem = { why: 'format' | 'order' | 'length'; isOfStart: boolean; isOfEnd: boolean }

/** Null: the clip can be made. */
export function problemOf(start: number | null, end: number | null, duration: number | null): Problem | null {
  if (start === null || end === null)
    return {
      why: 'format',
      isOfStart: start === null,
      isOfEnd: end === null,
    }
  const ofEnd = { isOfStart: false, isOfEnd: true }
  if (end <= start) return { why: 'order', ...ofEnd }
  return duration !== null && end > duration ? { why: 'length', ...ofEnd } : null
}
