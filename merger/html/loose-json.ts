import { literalsIn } from './literals.ts'

const FRAME = /^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/

/** Sites write JSON by hand: with line breaks in strings, trailing commas, or in a comment. */
export function looseJson(text: string): unknown {
  const strict = json(text)
  if (strict !== undefined) return strict
  const stated = literalsIn(text.replace(FRAME, ''), true)['']
  return Array.isArray(stated) ? stated[0] : undefined
}

/** Undefined for a text that is no JSON. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // No schema matches it.
  }
}
