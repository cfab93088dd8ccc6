import { useEffect } from 'react'
import type { Format } from '#contract/api.ts'
import type { Row } from './row.ts'
import type { Tray } from './tray.ts'
import { canBeSaved, formatOf, type TrayView } from './view.ts'

export type Size = Pick<Format, 'filesize' | 'about'>

/** If the sizes of more videos or episodes are unknown, none is asked for: each costs an extraction. */
export const MOST_ASKED = 10

/** Returns null if one of the sizes is unknown. */
export function sumOf(sizes: readonly (Size | null | undefined)[]): Size | null {
  if (sizes.length === 0 || !sizes.every((one) => one?.filesize)) return null
  return {
    filesize: sizes.reduce((sum, one) => sum + (one?.filesize ?? 0), 0),
    about: sizes.some((one) => one?.about),
  }
}

/** The size of several rows together; null if one of them is unknown. */
export function sizeOf(view: TrayView, rows: readonly Row[]): Size | null {
  const sizes = rows.map(({ id }) => {
    const facts = view.facts.get(id)
    return facts && 'filesize' in facts ? facts : formatOf(view, id)
  })
  return sumOf(sizes)
}

/** Reads the size from the head of the answer, so the picture itself is not loaded. */
export async function sizeAt(url: string): Promise<number | null> {
  const { ok, headers } = await fetch(url, { method: 'HEAD' })
  return (ok && Number(headers.get('content-length'))) || null
}

/** The rows whose sizes a list asks for: what is ticked, and all of a post of pictures. */
export function askedOf(view: TrayView, shownId: string | null, isPhoto: boolean): string[] {
  const { rows, picked, facts, run } = view
  const areCheap = rows.every(({ id, picture }) => picture || id === shownId)
  const asked = rows.filter(
    ({ id }) =>
      (isPhoto && id === shownId) || (run === null && (picked.size > 0 ? picked.has(id) : areCheap)),
  )
  const costly = asked.filter(({ id, picture }) => !picture && !facts.has(id))
  return costly.length > MOST_ASKED ? [] : asked.map(({ id }) => id)
}

export function useReading(tray: Tray, asked: readonly string[]) {
  const key = asked.join('\n')
  useEffect(() => tray.read(key.split('\n')), [tray, key])
}

/** What "Save all" saves: all but what is saved already and lists, which have a page of their own. */
export function unsavedRows({ rows, states }: TrayView): Row[] {
  const left = rows.filter((row) => canBeSaved(row) && states.get(row.id)?.step !== 'saved')
  return left.length > 0 ? left : rows.filter(canBeSaved)
}
