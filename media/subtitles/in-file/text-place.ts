import type { ByteRange } from '../../lists/timeline.ts'
import type { Cue } from '../cue.ts'
import type { SampleForm } from '../samples.ts'

/** A text track among the pictures and sounds of a file. */
export type FileText = {
  /** Its number there. */
  track: number
  /** As the file writes it; `und` = not stated. */
  language: string
  name: string | null
  mark: 'forced' | 'sdh' | null
}

/** One text in seconds of the item and bytes of the file. An `end` of null: nothing tells. */
export type TextPlace = {
  start: number
  end: number | null
  at: number
  bytes: number
  /** Set if the text is somewhere in these bytes, with its length in units of so many seconds. */
  unit?: number
}

/** How the texts of a track are written. `prefix`: what each begins with, although it is there only once. */
type Written = { form: SampleForm; prefix: Uint8Array; isPacked: boolean }

export type Places = Written & { places: TextPlace[] }

/** One text as it is written, in seconds of the item. */
export type TextSample = { start: number; end: number; text: Uint8Array }
export type Samples = Written & { samples: TextSample[] }

/** `wanted`: bytes of the file without which nothing can be said. */
export type Looked = { wanted: ByteRange } | Places | { cues: Cue[] } | null

/** Bytes: all of a small file, and the index of most others. */
export const START_BYTES = 512 * 1024

/** Bytes of an index that is read at all. */
export const MAX_INDEX_BYTES = 6 * 1024 ** 2

export const NO_PREFIX = new Uint8Array()
