import type { VideoInfo } from '#contract/api.ts'
import { keptId, setKeptId } from './kept-id.ts'

// Key in sessionStorage for the results of this tab. In sessionStorage the results survive Back, a reload,
// and the unloading of a background tab.

export const KEPT_RESULTS = 'results'
/**
 * Milliseconds for which a stored result is used. Some URLs in a result start a merge. Such a URL contains a
 * ticket (a sealed description of the file), which is valid for the same number of milliseconds.
 */
const LIFETIME_MS = 3_600_000
/** Maximum number of stored results. Older results are dropped. */
const MAX_RESULTS = 3

/** A stored result, with the link for which it was extracted. */
export type KeptResult = {
  id: string
  url: string
  info: VideoInfo
  /**
   * Says which rules accepted the link:
   * - the id of a platform: the rules of this platform
   * - null: the rules of the home page
   * - undefined: the rules of the page that shows the result
   */
  ruleOf?: string | null | undefined
  /** Time at which the result was stored, in epoch milliseconds. */
  at: number
}

type Store = Pick<Storage, 'getItem' | 'setItem'>

function isKept(value: unknown): value is KeptResult {
  const { id, url, at, info, ruleOf } = (value ?? {}) as Partial<KeptResult>
  return (
    typeof id === 'string' &&
    typeof url === 'string' &&
    typeof at === 'number' &&
    typeof (ruleOf ?? '') === 'string' &&
    Array.isArray(info?.formats)
  )
}

/** Returns the stored results that are younger than `LIFETIME_MS`, newest first. */
export function readResults(store: Store, now: number): KeptResult[] {
  try {
    const list: unknown = JSON.parse(store.getItem(KEPT_RESULTS) ?? '[]')
    const kept = Array.isArray(list) ? list.filter(isKept) : []
    return kept.filter(({ at }) => at <= now && now - at < LIFETIME_MS)
  } catch {
    return [] // An invalid stored value counts as an empty list of results.
  }
}

/** Stores a result. Throws if the storage is blocked or full. */
export function writeResult(store: Store, result: KeptResult): void {
  const others = readResults(store, result.at).filter(({ id }) => id !== result.id)
  store.setItem(KEPT_RESULTS, JSON.stringify([result, ...others].slice(0, MAX_RESULTS)))
}

/**
 * Stores a result for the current entry of the browser history. If the storage is blocked, the result is lost
 * on Back.
 */
export function keepResult(url: string, info: VideoInfo, ruleOf?: string | null): void {
  const now = Date.now()
  const id = `${now}-${info.part?.index ?? 0}`
  try {
    writeResult(sessionStorage, { id, url, info, ruleOf, at: now })
    setKeptId(id)
  } catch (cause) {
    console.warn('Site data is blocked or full: the result is not kept.', cause)
  }
}

/** Returns the result that belongs to the current entry of the browser history, or null. */
export function keptResult(): KeptResult | null {
  const id = keptId()
  try {
    return readResults(sessionStorage, Date.now()).find((one) => one.id === id) ?? null
  } catch {
    return null // The browser blocks sessionStorage, so no result is stored.
  }
}
