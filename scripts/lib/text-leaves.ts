/** One text, or one for each plural form. */
export type Leaf = string | Readonly<Record<string, string>>

const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other']

export function isForms(value: unknown): value is Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || !('other' in value)) return false
  return Object.entries(value).every(([form, text]) => FORMS.includes(form) && typeof text === 'string')
}

/** All texts of a part by their paths, such as `questions.0.answer`. */
export function leavesOf(part: unknown, path: readonly string[] = []): Map<string, Leaf> {
  if (typeof part === 'string' || isForms(part)) return new Map([[path.join('.'), part]])
  const inside = Object.entries(part as Record<string, unknown>)
  return new Map(inside.flatMap(([key, value]) => [...leavesOf(value, [...path, key])]))
}

/** The shape of `english` with other texts; a text that is missing is left out. */
export function withLeaves(
  english: unknown,
  leaves: ReadonlyMap<string, Leaf>,
  path: readonly string[] = [],
): unknown {
  if (typeof english === 'string' || isForms(english)) return leaves.get(path.join('.'))
  const below = (key: string, value: unknown) => withLeaves(value, leaves, [...path, key])
  if (Array.isArray(english)) return english.map((value, at) => below(String(at), value))
  return Object.fromEntries(
    Object.entries(english as Record<string, unknown>).map(([key, value]) => [key, below(key, value)]),
  )
}
