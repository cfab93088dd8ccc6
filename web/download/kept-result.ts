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
/** Older results are dropped. */
const MAX_RESULTS = 3

type KeptResult = {
  id: string
  url: string
  info: VideoInfo
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

export function readResults(store: Store, now: number): KeptResult[] {
  try {
    const list: unknown = JSON.parse(store.getItem(KEPT_RESULTS) ?? '[]')
    const kept = Array.isArray(list) ? list.filter(isKept) : []
    return kept.filter(({ at }) => at <= now && now - at < LIFETIME_MS)
  } catch {
    return [] // An invalid stored value counts as an empty list of results.
  }
}

/** Throws if the storage is blocked or full. */
export function writeResult(store: Store, result: KeptResult): void {
  const others = readResults(store, result.at).filter(({ id }) => id !== result.id)
  store.setItem(KEPT_RESULTS, JSON.stringify([result, ...others].slice(0, MAX_RESULTS)))
}

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

/** Exchanges the info of the result that is shown, such as for videos with subtitles. */
export function renewResult(info: VideoInfo): void {
  const kept = keptResult()
  if (!kept) return
  try {
    writeResult(sessionStorage, { ...kept, info, at: Date.now() })
  } catch (cause) {
    console.warn('Site data is blocked or full: the result is not kept.', cause)
  }
}

export function keptResult(): KeptResult | null {
  const id = keptId()
  try {
    return readResults(sessionStorage, Date.now()).find((one) => one.id === id) ?? null
  } catch {
    return null // The browser blocks sessionStorage, so no result is stored.
  }
}
