// `history.state` contains the id of the result that belongs to the current entry of the browser history.
// This module is separate from kept-result.ts, because kept-result.ts loads only if there is a result.

/** Stands for the links of this tab instead of a result. */
export const LINKS_ID = 'links'

export function keptId(): string | null {
  const id = (history.state as { result?: unknown } | null)?.result
  return typeof id === 'string' ? id : null
}

export function setKeptId(id: string | undefined): void {
  if (id !== undefined || keptId() !== null)
    history.replaceState({ ...(history.state as object | null), result: id }, '')
}
