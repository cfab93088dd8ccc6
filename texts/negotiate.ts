import { isTag, LANGUAGE_COOKIE, type Tag } from './languages.ts'

/**
 * Brazilian Portuguese helps a reader in Portugal, but simplified Chinese no reader of traditional Chinese.
 */
function isReadable(wanted: Intl.Locale, offered: Tag): boolean {
  const { language, script } = new Intl.Locale(offered).maximize()
  return wanted.language === language && wanted.script === script
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return null // Anybody can write a header.
  }
}

/** Browsers send fewer than ten. */
const MOST_WANTED = 20

/** The languages of the header Accept-Language (RFC 9110, section 12.5.4), the most wanted first. */
function wantedIn(header: string): string[] {
  return header
    .split(',', MOST_WANTED)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((one) => one.trim())
      const weight = parameters.find((one) => one.startsWith('q='))
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ weight }) => weight > 0 && weight <= 1)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/** The language of `offered` that a reader wants most; null if the reader names none of them. */
export function preferredOf(wanted: readonly string[], offered: readonly Tag[]): Tag | null {
  for (const tag of wanted) {
    const locale = localeOf(tag)
    const exact = offered.find((one) => one.toLowerCase() === tag.toLowerCase())
    const found = exact ?? (locale && offered.find((one) => isReadable(locale, one)))
    if (found) return found
  }
  return null
}

export const acceptedOf = (header: string | undefined, offered: readonly Tag[]): Tag | null =>
  preferredOf(wantedIn(header ?? ''), offered)

/** The language in the header Cookie. */
export function rememberedIn(cookies: string | undefined, offered: readonly Tag[]): Tag | null {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim())
  const value = pairs
    .find((pair) => pair.startsWith(`${LANGUAGE_COOKIE}=`))
    ?.slice(LANGUAGE_COOKIE.length + 1)
  return value !== undefined && isTag(value) && offered.includes(value) ? value : null
}
