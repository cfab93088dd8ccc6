import type { Clip } from './clip.ts'
import { rounded } from './clip.ts'

type Chapter = { start: number; title: string }
type Chaptered = { chapters?: readonly Chapter[] | undefined; duration?: number | null | undefined }
export type ChapterClip = Clip & {
  title: string
  /** From one. */
  number: number
  total: number
}

/** Each chapter as a part of its item. The last one has no end if nothing states the length of the item. */
export function chapterClips({ chapters = [], duration }: Chaptered): ChapterClip[] {
  return chapters.flatMap(({ start, title }, at) => {
    const end = chapters[at + 1]?.start ?? duration ?? null
    const isPart = end !== null && end > start
    return isPart ? [{ start, end, title, number: at + 1, total: chapters.length }] : []
  })
}

/** The chapter that a part of an item is, if it is one. */
export const chapterOf = (item: Chaptered, { start, end }: Clip): ChapterClip | undefined =>
  chapterClips(item).find((one) => rounded(one.start) === rounded(start) && rounded(one.end) === rounded(end))
