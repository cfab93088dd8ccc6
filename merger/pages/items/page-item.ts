/** A text beside a film: subtitles or captions. Links may be relative. */
export type TextTrack = { link: string; language: string | null; label: string | null }
export type Chapter = { start: number; title: string }

/** A film or a sound of a page, with what belongs to it. Without media, its link stands elsewhere. */
export type PageItem = {
  media: readonly string[]
  tracks: readonly TextTrack[]
  chapters: readonly Chapter[]
  /** Links to files of chapters. */
  chapterFiles: readonly string[]
}

export const NOTHING: PageItem = { media: [], tracks: [], chapters: [], chapterFiles: [] }

export const hasBelongings = ({ tracks, chapters, chapterFiles }: PageItem): boolean =>
  tracks.length + chapters.length + chapterFiles.length > 0

export const together = (items: readonly PageItem[]): PageItem => ({
  media: items.flatMap(({ media }) => media),
  tracks: items.flatMap(({ tracks }) => tracks),
  chapters: items.find(({ chapters }) => chapters.length > 0)?.chapters ?? [],
  chapterFiles: items.flatMap(({ chapterFiles }) => chapterFiles),
})
