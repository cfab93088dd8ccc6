import { cut } from '#contract/cut.ts'

const MAX_LINE = 500

export function line(text: string | null): string | null {
  const visible = text
    ?.replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  return visible && /[^\p{Cf}\p{Z}]/u.test(visible) ? cut(visible, MAX_LINE) : null
}

/** `date`: in yt-dlp's form, such as `20260106`. */
export const dayOf = (date: string | null): string | null =>
  date?.match(/^\d{8}$/) ? `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}` : null
