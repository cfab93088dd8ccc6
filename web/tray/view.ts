import type { Format } from '#contract/api.ts'
import type { LinksInText } from '#contract/links-in-text.ts'
import { picksOf } from '../download/choice/best-pick.ts'
import type { RowFacts, Row, RowState, Wanted } from './row.ts'

export type Saving = { total: number; done: number; percent: number; bytes: number }

export type Ended = {
  saved: readonly string[]
  failed: readonly string[]
  files: number
  isZip: boolean
  /** Why nothing is saved. */
  reason?: string
}

/** What the rows show. A change makes a new object. */
export type TrayView = {
  rows: readonly Row[]
  states: ReadonlyMap<string, RowState>
  facts: ReadonlyMap<string, RowFacts>
  picked: ReadonlySet<string>
  /** What all rows are saved as, except those that differ. */
  wanted: Wanted
  /** Keys of the formats of rows that differ. */
  own: ReadonlyMap<string, string>
  run: Saving | null
  ended: Ended | null
  /** What was found in the text that was pasted last. */
  found: LinksInText | null
  /** Whether it goes on in the next minute. */
  isWaiting: boolean
}

export const emptyView = (rows: readonly Row[], wanted: Wanted): TrayView => ({
  rows,
  wanted,
  states: new Map(),
  facts: new Map(),
  picked: new Set(),
  own: new Map(),
  run: null,
  ended: null,
  found: null,
  isWaiting: false,
})

/** The format that a row is saved as. */
export function formatOf(view: Pick<TrayView, 'facts' | 'own' | 'wanted'>, id: string): Format | null {
  const facts = view.facts.get(id)
  if (!facts || !('formats' in facts)) return null
  const key = view.own.get(id)
  return facts.formats.find((one) => one.key === key) ?? picksOf(facts.formats, view.wanted)?.best ?? null
}

export function withEntry<T>(map: ReadonlyMap<string, T>, id: string, value: T | undefined): Map<string, T> {
  const after = new Map(map)
  if (value === undefined) after.delete(id)
  else after.set(id, value)
  return after
}

/** A list is saved from a page of its own. */
export const canBeSaved = ({ items }: Row): boolean => items === undefined

const isUnderWay = ({ step }: RowState) => step === 'waiting' || step === 'saving'

export const withoutWork = (states: ReadonlyMap<string, RowState>): Map<string, RowState> =>
  new Map([...states].filter(([, state]) => !isUnderWay(state)))
