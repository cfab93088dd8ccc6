/** `pot`: a missing proof-of-origin token. `sabr`: a stream that only YouTube's own player can fetch. */
const warningTags = ['js', 'pot', 'sabr', 'preview', 'login', 'impersonate', 'formats', 'other'] as const
export type WarningTag = (typeof warningTags)[number]

/** The first pattern that matches decides. */
const phrases: [RegExp, WarningTag][] = [
  [/sabr/, 'sabr'],
  [/po token|missing pot/, 'pot'],
  [/javascript runtime|js runtime|challenge solving failed|signature solving failed|solver/, 'js'],
  [/preview/, 'preview'],
  [/impersonat|tls fingerprint/, 'impersonate'],
  [/not granting access|log ?in|logged|cookies|registered users|authenticat/, 'login'],
  [/format|damaged|drm/, 'formats'],
]

export function tagsOf(warnings: readonly string[]): WarningTag[] {
  const found = new Set(warnings.map(tagOf))
  return warningTags.filter((tag) => found.has(tag))
}

function tagOf(warning: string): WarningTag {
  const text = warning.toLowerCase()
  return phrases.find(([phrase]) => phrase.test(text))?.[1] ?? 'other'
}
