import { useEffect, useState } from 'react'
import type { Entry, Format, VideoInfo } from '#contract/api.ts'
import { picksOf } from '../choice/best-pick.ts'
import { useLastChoice } from '../choice/last-choice.ts'

export type Size = Pick<Format, 'filesize' | 'about'>

/** Reads the size from the head of the answer, so the picture itself is not loaded. */
async function sizeAt(url: string, signal: AbortSignal): Promise<number | null> {
  const { ok, headers } = await fetch(url, { method: 'HEAD', signal })
  return (ok && Number(headers.get('content-length'))) || null
}

/**
 * The sizes of the pictures in `asked`, and of the other items that the visitor has looked at.
 * @returns gives the size of several items together; null if one of them is unknown
 */
export function useSizes(
  { part, formats }: VideoInfo,
  asked: readonly Entry[],
): (entries: readonly Entry[]) => Size | null {
  const last = useLastChoice()
  const [pictures, setPictures] = useState<ReadonlyMap<number, number | null>>(new Map())
  const [seen, setSeen] = useState<ReadonlyMap<number, readonly Format[]>>(new Map())
  if (part && seen.get(part.index) !== formats) setSeen(new Map(seen).set(part.index, formats))

  const next = asked.find(({ index, picture }) => picture && !pictures.has(index))
  useEffect(() => {
    if (!next?.picture) return
    const stop = new AbortController()
    const note = (size: number | null) =>
      setPictures((before) => (stop.signal.aborted ? before : new Map(before).set(next.index, size)))
    sizeAt(next.picture.url, stop.signal).then(note, (cause: unknown) => {
      if (!stop.signal.aborted) console.warn(cause)
      note(null)
    })
    return () => stop.abort()
  }, [next])

  const sizeOf = ({ index, picture }: Entry): Size | undefined =>
    picture ? { filesize: pictures.get(index) ?? null } : picksOf(seen.get(index) ?? [], last)?.best
  return (entries) => {
    const sizes = entries.map(sizeOf)
    if (sizes.length === 0 || !sizes.every((one) => one?.filesize)) return null
    return {
      filesize: sizes.reduce((sum, one) => sum + (one?.filesize ?? 0), 0),
      about: sizes.some((one) => one?.about),
    }
  }
}
