import type { Extraction } from '#contract/engine/extraction.ts'
import { catalogueOf } from '#contract/catalogue/catalogue.ts'
import { made } from '../ytdlp/dumps.ts'
import { labelOf, noteOf } from '../../row-text.ts'

// The lists have the shape of real ones in yt-dlp's public issues. Their formats are in yt-dlp's order, the
// worst first.

export const hls = { protocol: 'm3u8_native', manifest_url: 'https://a.example/master.m3u8' }
export const sound = { vcodec: 'none' }
export const picture = { acodec: 'none', vcodec: 'avc1.64002a', ext: 'mp4' }
export const aac = { ...sound, ext: 'm4a', acodec: 'mp4a.40.2' }
export const size = (width: number, height: number) => ({ width, height })

/** One line for each row, the suggested one marked: label | note | ids of its streams. */
export const rowsOf = (formats: object[], more: object = {}): string[] =>
  linesOf(made(formats, { duration: 200, ...more }))

export function linesOf(extraction: Extraction): string[] {
  return catalogueOf(extraction).rows.map((row) => {
    const { make } = row
    const ids =
      make.by === 'plan' ? [make.plan.video?.id, make.plan.audio?.id] : [make.rendition.id, undefined]
    const parts = [labelOf(row), noteOf(row), ids.filter((id) => id !== undefined).join('+')]
    return `${row.suggested ? '* ' : ''}${parts.filter(Boolean).join(' | ')}`
  })
}
export const isMade = (line: string) => line.includes('converted')
export const served = (formats: object[], more?: object) =>
  rowsOf(formats, more).filter((line) => !isMade(line))
