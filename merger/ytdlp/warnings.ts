/**
 * Kinds of yt-dlp's warnings: `js` no JavaScript runtime or a challenge that it did not solve, `pot` a
 * missing proof-of-origin token, `sabr` a stream that only YouTube's own player can fetch, `preview` only the
 * beginning of the item, `login` data that the site gives only to its users, `impersonate` no browser
 * handshake, `formats` formats that are missing or damaged, `other` anything else.
 */
export const warningTags = [
  'js',
  'pot',
  'sabr',
  'preview',
  'login',
  'impersonate',
  'formats',
  'other',
] as const
export type WarningTag = (typeof warningTags)[number]

/** The first phrase that a warning contains, in lower case, decides. */
const phrases: [RegExp, WarningTag][] = [
  [/sabr/, 'sabr'],
  [/po token|missing pot/, 'pot'],
  [/javascript runtime|js runtime|challenge solving failed|signature solving failed|solver/, 'js'],
  [/preview/, 'preview'],
  [/impersonat|tls fingerprint/, 'impersonate'],
  [/not granting access|log ?in|logged|cookies|registered users|authenticat/, 'login'],
  [/format|damaged|drm/, 'formats'],
]

/** The kinds of an extraction's warnings, each once, in the order of `warningTags`. */
export function tagsOf(warnings: readonly string[]): WarningTag[] {
  const found = new Set(warnings.map(tagOf))
  return warningTags.filter((tag) => found.has(tag))
}

function tagOf(warning: string): WarningTag {
  const text = warning.toLowerCase()
  return phrases.find(([phrase]) => phrase.test(text))?.[1] ?? 'other'
}
