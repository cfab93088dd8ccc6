const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** In English; null for a code without a name. */
export function languageName(code: string): string | null {
  try {
    const tag = code.replaceAll('_', '-')
    return /^und\b/i.test(tag) ? null : (NAMES.of(tag) ?? null)
  } catch {
    // Some sites use language codes of their own, such as "de_dub". Intl throws a RangeError for them.
    return null
  }
}
