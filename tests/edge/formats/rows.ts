import type { Rendition } from '#contract/engine/extraction.ts'
import { labelOf, withKey, type FormatRow } from '../../../edge/formats/format-row.ts'
import { formatsOf } from '../../../edge/formats/formats.ts'
import { rendition } from '../../builders.ts'
import { extractionOf } from '../fakes/extractions.ts'

/** Returns the formats of an item with the passed renditions and the passed duration in seconds. */
export const rowsOf = (renditions: Rendition[], duration: number | null = 100) =>
  formatsOf({ ...extractionOf('https://media.test/direct', undefined), renditions, duration })

/** Returns the formats of a fake extraction. `shape` selects its renditions, for example "pairs" or "hls". */
export const shapeRows = (shape: string) =>
  formatsOf(extractionOf(`https://media.test/${shape}/1`, undefined))

export const labels = (rows: FormatRow[]) => rows.map((row) => labelOf(row))

/** Returns a format: a direct 720p MP4 with sound. `facts` replaces some of its fields. */
export const formatRow = (facts: Partial<FormatRow> = {}): FormatRow =>
  withKey({
    make: { by: 'link', rendition: rendition({}) },
    group: 'both',
    height: 720,
    container: 'mp4',
    codec: 'avc1',
    language: null,
    original: true,
    hdr: false,
    fps: null,
    size: { bytes: null, about: false },
    tbr: null,
    abr: null,
    vbr: null,
    resolution: null,
    traits: [],
    ...facts,
  })
