// An entry of the browser's history names its result by an id in `history.state`. This is apart from
// kept-result.ts, which loads only when there is a result.

/** The id of the result of the current entry of the history, or null. */
export function keptId(): string | null {
  const id = (history.state as { result?: unknown } | null)?.result
  return typeof id === 'string' ? id : null
}

/** Names the result of the current entry of the history; undefined: it has none any more. */
export function nameResult(id: string | undefined): void {
  if (id !== undefined || keptId() !== null)
    history.replaceState({ ...(history.state as object | null), result: id }, '')
}
