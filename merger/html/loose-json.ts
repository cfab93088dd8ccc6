/** Sites write JSON by hand: with line breaks in strings, trailing commas, or in a comment. */
export function looseJson(text: string): unknown {
  const plain = text
    .replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\/\s*\]\]>|\]\]>)\s*$/, '')
    .replace(/\p{Cc}/gu, ' ')
  return json(text) ?? json(plain.replace(/,(?=\s{0,1000}[}\]])/g, '').replace(/;\s*$/, ''))
}

/** Undefined for a text that is no JSON. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // No schema matches it.
  }
}
