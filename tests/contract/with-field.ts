/** Returns a copy of `value` in which the field at `path`, for example `plan.item`, has another value. */
export function withField(value: object, path: string, field: unknown): unknown {
  const copy = structuredClone(value) as Record<string, unknown>
  const names = path.split('.')
  let at = copy
  for (const name of names.slice(0, -1)) at = at[name] as Record<string, unknown>
  at[names.at(-1)!] = field
  return copy
}
