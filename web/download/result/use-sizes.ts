import { useEffect, useState } from 'react'
import type { Entry, Format, VideoInfo } from '#contract/api.ts'
import { picksOf } from '../choice/best-pick.ts'
import type { RequestedFormat } from '../choice/requested-format.ts'
import { formatsOfItem } from './item-formats.ts'

export type Size = Pick<Format, 'filesize' | 'about'>

/** If the sizes of more videos or episodes are unknown, none is asked for: each costs an extraction. */
const MOST_ASKED = 10

type Facts = Size | { formats: readonly Format[] }

/** Reads the size from the head of the answer, so the picture itself is not loaded. */
async function sizeAt(url: string): Promise<Size> {
  const { ok, headers } = await fetch(url, { method: 'HEAD' })
  return { filesize: (ok && Number(headers.get('content-length'))) || null }
}

async function factsOf(item: number, picture: string | undefined, link: string): Promise<Facts> {
  try {
    return picture ? await sizeAt(picture) : { formats: await formatsOfItem(link, item) }
  } catch (cause) {
    console.warn(cause)
    return { filesize: null }
  }
}

/** Returns null if one of the sizes is unknown. */
export function sumOf(sizes: readonly (Size | undefined)[]): Size | null {
  if (sizes.length === 0 || !sizes.every((one) => one?.filesize)) return null
  return {
    filesize: sizes.reduce((sum, one) => sum + (one?.filesize ?? 0), 0),
    about: sizes.some((one) => one?.about),
  }
}

/**
 * Asks for the sizes of `asked`, one after another.
 * @returns gives the size of several items together; null if one of them is unknown
 */
export function useSizes(
  { part, formats }: VideoInfo,
  link: string,
  asked: readonly Entry[],
  wanted: RequestedFormat | null,
): (entries: readonly Entry[]) => Size | null {
  const [known, setKnown] = useState<ReadonlyMap<number, Facts>>(new Map())
  const [shown, setShown] = useState<readonly Format[]>()
  if (part && shown !== formats) {
    setShown(formats)
    setKnown(new Map(known).set(part.index, { formats }))
  }

  const missing = asked.filter(({ index }) => !known.has(index))
  const isTooMuch = missing.filter(({ picture }) => !picture).length > MOST_ASKED
  const next = isTooMuch ? undefined : missing[0]
  const [item, picture] = [next?.index, next?.picture?.url]
  useEffect(() => {
    if (item === undefined) return
    let isCurrent = true
    void factsOf(item, picture, link).then(
      (facts) => isCurrent && setKnown((before) => new Map(before).set(item, facts)),
    )
    return () => {
      isCurrent = false
    }
  }, [item, picture, link])

  const sizeOf = ({ index }: Entry): Size | undefined => {
    const facts = known.get(index)
    return facts && 'formats' in facts ? picksOf(facts.formats, wanted)?.best : facts
  }
  return (entries) => sumOf(entries.map(sizeOf))
}
