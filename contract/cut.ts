/** At most `length` UTF-16 units, never half a character or a part of a joined emoji. */
export function cut(text: string, length: number): string {
  const whole = text.toWellFormed()
  if (whole.length <= length) return whole
  const window = whole.slice(0, length + 1)
  let end = 0
  for (const { index, segment } of new Intl.Segmenter().segment(window))
    if (index + segment.length <= length) end = index + segment.length
  return window.slice(0, end)
}
