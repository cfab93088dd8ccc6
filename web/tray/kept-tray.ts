import type { VideoInfo } from '#contract/api.ts'
import type { Row, RowState, Wanted } from './row.ts'
import { emptyView, type TrayView } from './view.ts'

// Key in sessionStorage for the pasted links of this tab. There they survive Back, a reload, and the
// unloading of a background tab.

const KEPT_LINKS = 'links'

type KeptRow = { row: Row; state?: RowState | undefined; info?: VideoInfo | undefined }
type Kept = { rows: KeptRow[]; wanted: Wanted; own: [string, string][] }
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What a row shows. To save it the row is read again, because addresses expire. */
function shownPart(info: VideoInfo): VideoInfo {
  const { title, thumbnail_url, duration, platform, is_podcast, source_url, series } = info
  return {
    title,
    thumbnail_url,
    duration,
    platform,
    is_podcast,
    source_url,
    series,
    formats: info.formats.map((format) => ({ ...format, url: '', play_url: undefined })),
  }
}

const lasts = (state: RowState | undefined) => state?.step === 'saved' || state?.step === 'failed'

function keptRow(row: Row, { states, facts }: TrayView): KeptRow {
  const state = states.get(row.id)
  const known = facts.get(row.id)
  return {
    row,
    ...(lasts(state) && { state }),
    ...(known && 'info' in known && { info: shownPart(known.info) }),
  }
}

/** Differs if something differs that is kept. */
export function keptKey({ rows, states, facts, wanted, own }: TrayView): string {
  const ofRow = ({ id }: Row) => [id, facts.has(id), lasts(states.get(id)) && states.get(id)?.step]
  return JSON.stringify([rows.map(ofRow), wanted, [...own]])
}

/** Throws if the storage is blocked or full. */
export function keepLinks(store: Store, view: TrayView): void {
  const { rows, wanted, own } = view
  if (rows.length === 0) return store.removeItem(KEPT_LINKS)
  const kept: Kept = { rows: rows.map((row) => keptRow(row, view)), wanted, own: [...own] }
  store.setItem(KEPT_LINKS, JSON.stringify(kept))
}

const isKept = (value: unknown): value is Kept => {
  const { rows, own } = (value ?? {}) as Partial<Kept>
  return Array.isArray(own) && Array.isArray(rows) && rows.every(({ row }) => typeof row.link === 'string')
}

/** An invalid stored value counts as no links. */
export function keptLinks(store: Store, wanted: Wanted): TrayView {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEPT_LINKS) ?? 'null')
    if (!isKept(kept)) return emptyView([], wanted)
    const read = kept.rows
    return {
      ...emptyView(
        read.map(({ row }) => row),
        kept.wanted,
      ),
      states: new Map(read.flatMap(({ row, state }) => (state ? [[row.id, state]] : []))),
      facts: new Map(
        read.flatMap(({ row, info }) => (info ? [[row.id, { info, formats: info.formats }]] : [])),
      ),
      own: new Map(kept.own),
    }
  } catch (cause) {
    console.warn('The links of this tab cannot be read.', cause)
    return emptyView([], wanted)
  }
}
