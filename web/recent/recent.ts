// Recent downloads: a list in localStorage. The list is switched off by default. It is switched on if
// localStorage contains the key `recentDownloads`.

export type Recent = {
  title: string
  /** Format of the file, for example "MP4 1080p". */
  kind: string
  source: string
  item?: number
  /**
   * The path and query of the file's preview, without the fragment. Absent in entries that an older version
   * stored.
   */
  preview?: string
  /** Time of the download in epoch milliseconds. */
  at: number
}

export const RECENT_DOWNLOADS = 'recentDownloads'
const LENGTH = 10

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function isRecent(value: unknown): value is Recent {
  const { title, kind, source, item, preview, at } = (value ?? {}) as Record<string, unknown>
  return (
    typeof title === 'string' &&
    typeof kind === 'string' &&
    typeof at === 'number' &&
    (item === undefined || typeof item === 'number') &&
    (preview === undefined || (typeof preview === 'string' && preview.startsWith('/preview?'))) &&
    typeof source === 'string' &&
    /^https?:\/\//.test(source)
  )
}

export function readRecent(store: Store): Recent[] | null {
  const text = store.getItem(RECENT_DOWNLOADS)
  if (text === null) return null
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isRecent).slice(0, LENGTH) : []
  } catch {
    return [] // If the stored value is invalid, the list of recent downloads is switched on, but empty.
  }
}

/**
 * If `isOn` is true, switches the list of recent downloads on and empties it. Otherwise deletes the list,
 * which switches it off.
 */
export function setRecentOn(store: Store, isOn: boolean): void {
  if (isOn) store.setItem(RECENT_DOWNLOADS, '[]')
  else store.removeItem(RECENT_DOWNLOADS)
}

export function remember(store: Store, entry: Recent): void {
  const list = readRecent(store)
  if (!list) return
  const others = list.filter(
    ({ source, item, kind }) => source !== entry.source || item !== entry.item || kind !== entry.kind,
  )
  store.setItem(RECENT_DOWNLOADS, JSON.stringify([entry, ...others].slice(0, LENGTH)))
}
