import type { Rendition } from '#contract/engine/extraction.ts'
import { withKey, type FormatRow } from '#contract/catalogue/format-row.ts'
import { catalogueOf } from '#contract/catalogue/catalogue.ts'
import { rendition } from '../../builders.ts'
import { extractionOf } from '../../extractions.ts'
import { labelOf } from '../../row-text.ts'

/** Returns the formats of an item with the passed renditions and the passed duration in seconds. */
export const rowsOf = (renditions: Rendition[], duration: number | null = 100) =>
  catalogueOf({ ...extractionOf('https://media.test/direct', undefined), renditions, duration }).rows

/** Returns the formats of a fake extraction. `shape` selects its renditions, for example "pairs" or "hls". */
export const shapeRows = (shape: string) =>
  catalogueOf(extractionOf(`https://media.test/${shape}/1`, undefined)).rows

export const labels = (rows: FormatRow[]) => rows.map((row) => labelOf(row))

/** Returns a format: a direct 720p MP4 with sound. `facts` replaces some of its fields. */
export const formatRow = (facts: Partial<FormatRow> = {}): FormatRow =>
  withKey({
    name: null,
    id: '0',
    make: { by: 'link', rendition: rendition({}) },
    group: 'both',
    height: 720,
    ext: 'mp4',
    codec: 'avc1',
    language: null,
    original: true,
    hdr: false,
    fps: null,
    filesize: null,
    tbr: null,
    abr: null,
    vbr: null,
    resolution: null,
    traits: [],
    version: null,
    isLossless: false,
    ...facts,
  })
