import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Extraction } from '#contract/engine/extraction.ts'

type Chapters = NonNullable<Extraction['chapters']>

/** Writes the chapters in ffmpeg's own text form; null without chapters. `end`: in seconds, of a clip. */
export async function writeChapters(
  chapters: Chapters,
  duration: number | null,
  folder: string,
  end?: number,
): Promise<string | null> {
  const inside = chapters.filter(({ start }) => end === undefined || start < end)
  if (inside.length === 0) return null
  const file = path.join(folder, 'chapters.txt')
  await writeFile(file, chapterText(inside, end ?? duration))
  return file
}

/** MP4 names each chapter twice, and MP3 writes a frame for each. A character has up to four bytes. */
export const chapterBytes = (chapters: Chapters): number =>
  chapters.reduce((bytes, { title }) => bytes + 2 * 4 * title.length + 256, 0)

/** `duration` in seconds; the last chapter lasts one second if it is unknown. */
export function chapterText(chapters: Chapters, duration: number | null): string {
  const parts = chapters.map(({ start, title }, at) => {
    const end = chapters[at + 1]?.start ?? Math.max(duration ?? 0, start + 1)
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${millis(start)}\nEND=${millis(end)}\ntitle=${escaped(title)}\n`
  })
  return `;FFMETADATA1\n${parts.join('')}`
}

const millis = (seconds: number) => Math.round(seconds * 1_000)

const escaped = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .replace(/[=;#\\]/g, String.raw`\$&`)
