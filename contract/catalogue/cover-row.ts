import type { Extraction } from '../engine/extraction.ts'
import { isImageFile } from '../media-types.ts'
import { planBase, type FormatRow } from './format-row.ts'

/** The picture of an item as a file of its own; null without one, or if the item is a picture itself. */
export function coverRow(extraction: Extraction): FormatRow | null {
  const { artwork, thumbnail, renditions } = extraction
  const isPicture = renditions.every(({ container }) => isImageFile(container))
  if (isPicture || (artwork ?? thumbnail) === null) return null
  const plan = { ...planBase(extraction), video: null, audio: null, container: 'jpg' as const }
  return {
    key: 'cover',
    id: 'cover',
    make: { by: 'plan', plan: { ...plan, ...(isMusic(extraction) && { square: true }) } },
    group: 'video',
    ext: 'jpg',
    name: null,
    codec: null,
    language: null,
    original: true,
    height: null,
    hdr: false,
    fps: null,
    traits: [],
    version: null,
    isLossless: false,
    resolution: null,
    filesize: null,
    tbr: null,
    abr: null,
    vbr: null,
  }
}

/** Sites show the square cover of a song between bars, or in a wide picture. */
const isMusic = ({ song, renditions }: Extraction): boolean =>
  song.title !== null || song.album !== null || renditions.every(({ kind }) => kind === 'audio')
