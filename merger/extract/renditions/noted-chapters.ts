import { secondsOf } from '#contract/time-text.ts'

/** Fewer times are no list: "see 0:00 and 1:30". As on YouTube. */
const MIN_CHAPTERS = 3
const MAX_LINES = 1_000
const MAX_LINE = 300
const TIME = String.raw`(\d{1,3}:\d{2}(?::\d{2})?)`
/** "00:12 The guest", "(0:12) – The guest", "• [00:12] The guest" */
const BEFORE = new RegExp(String.raw`^[^\p{L}\p{N}]{0,5}${TIME}(?!:?\d)[^\p{L}\p{N}]{0,5}(\S.*)$`, 'u')
/** "The guest 00:12", "The guest (0:12)" */
const BEHIND = new RegExp(String.raw`^(.*?\S)[^\p{L}\p{N}]{1,5}(?<![\d:])${TIME}[^\p{L}\p{N}]{0,5}$`, 'u')

type Chapter = { start: number; title: string }

/** The times that the notes of an item list line by line: from zero, rising, and inside its length. */
export function notedChapters(notes: string | null, duration: number | null): Chapter[] {
  const lines = (notes ?? '').split('\n', MAX_LINES).map((line) => line.trim().slice(0, MAX_LINE))
  const found = [BEFORE, BEHIND]
    .map((form) => lines.flatMap((line) => chapterIn(line, form) ?? []))
    .find((chapters) => chapters.length >= MIN_CHAPTERS)
  return found && isList(found, duration) ? found : []
}

function chapterIn(line: string, form: RegExp): Chapter | undefined {
  const [, first, second] = form.exec(line) ?? []
  if (first === undefined || second === undefined) return undefined
  const [time, title] = form === BEFORE ? [first, second] : [second, first]
  return { start: secondsOf(time), title: title.trim() }
}

const isList = (chapters: readonly Chapter[], duration: number | null): boolean =>
  chapters[0]!.start === 0 &&
  chapters.every(({ start }, at) => at === 0 || start > chapters[at - 1]!.start) &&
  chapters.at(-1)!.start < (duration ?? Infinity)
