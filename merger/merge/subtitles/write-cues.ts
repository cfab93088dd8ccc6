import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { MergePlan } from '#contract/engine/merge.ts'
import type { Cue } from '#media/subtitles/cue.ts'
import { onItem } from '#media/subtitles/on-item.ts'
import { oneAtATime } from '#media/subtitles/one-at-a-time.ts'
import { writeSubtitles } from '#media/subtitles/write.ts'
import type { FetchedSubtitles } from './fetch-subtitles.ts'

export type EmbeddedSubtitles = Pick<FetchedSubtitles, 'choice' | 'language' | 'name'> & {
  /** Path of a WebVTT file. */
  path: string
  cues: number
}

/** A sample of MP4 text has at most 65,535 bytes (3GPP TS 26.245). */
const MAX_CUE_CHARACTERS = 2_000

/** Seconds on the clock of the item; `whole` is its length, if that is known. */
type Span = { start: number; end: number; whole: number | null }

/** Those that have a cue inside the file. */
export async function writeCues(
  all: FetchedSubtitles[],
  span: Span,
  container: MergePlan['container'],
  folder: string,
): Promise<EmbeddedSubtitles[]> {
  const written = all.map((one, at) =>
    writeOne(one, span, container, path.join(folder, `subtitles-${at}.vtt`)),
  )
  return (await Promise.all(written)).filter((one) => one !== null)
}

async function writeOne(
  { choice, cues, language, name }: FetchedSubtitles,
  span: Span,
  container: MergePlan['container'],
  file: string,
): Promise<EmbeddedSubtitles | null> {
  const inside = onItem(cues, span.whole).flatMap((cue) => within(cue, span))
  const texts = (container === 'mp4' ? oneAtATime(inside) : inside).map(shortened)
  if (texts.length === 0) return null
  await writeFile(file, writeSubtitles(texts, 'vtt'))
  return { path: file, cues: texts.length, choice, language, name }
}

/**
 * ffmpeg drops a cue that is on the screen where a part begins, and subtitles that go on after the film would
 * make it longer.
 */
function within(cue: Cue, { start, end }: Span): Cue[] {
  const inside = { ...cue, start: Math.max(cue.start, start), end: Math.min(cue.end, end) }
  return inside.end > inside.start ? [inside] : []
}

const shortened = (cue: Cue): Cue => ({
  ...cue,
  lines: cue.lines.join('\n').slice(0, MAX_CUE_CHARACTERS).toWellFormed().split('\n'),
})
