export function line(text: string | null): string | null {
  const visible = text
    ?.replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
    .slice(0, 500)
    .toWellFormed()
  return visible && /[^\p{Cf}\p{Z}]/u.test(visible) ? visible : null
}
