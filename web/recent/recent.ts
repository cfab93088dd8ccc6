// Recent downloads: a list in this browser alone, kept only where the visitor has switched it on. That the key is
// there says that it is on.

/** One download, as the list shows it. */
export type Recent = {
  title: string
  /** What was saved: "MP4 1080p". */
  kind: string
  /** The link it came from. */
  source: string
  /** Epoch milliseconds. */
  at: number
}

const KEY = 'recentDownloads'
const LENGTH = 10

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function isRecent(value: unknown): value is Recent {
  const { title, kind, source, at } = (value ?? {}) as Record<string, unknown>
  return (
    typeof title === 'string' &&
    typeof kind === 'string' &&
    typeof at === 'number' &&
    typeof source === 'string' &&
    /^https?:\/\//.test(source)
  )
}

/** The list, newest first; null where the visitor has not asked for one. */
export function readRecent(store: Store): Recent[] | null {
  const text = store.getItem(KEY)
  if (text === null) return null
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isRecent).slice(0, LENGTH) : []
  } catch {
    return [] // Somebody else's text under our key: the switch is on, the list is empty.
  }
}

/** Switches the list on, empty, or off, which forgets it. */
export function keepRecent(store: Store, isKept: boolean): void {
  if (isKept) store.setItem(KEY, '[]')
  else store.removeItem(KEY)
}

/** Adds a download to the list, where there is one; the same thing once more moves to the front. */
export function remember(store: Store, entry: Recent): void {
  const list = readRecent(store)
  if (!list) return
  const others = list.filter(({ source, kind }) => source !== entry.source || kind !== entry.kind)
  store.setItem(KEY, JSON.stringify([entry, ...others].slice(0, LENGTH)))
}
