import type { FileHandle } from 'node:fs/promises'
import { endsShort } from '#media/file-end.ts'
import { isAt, leU32 } from '#media/bytes.ts'
import { soundStart, streamInfo } from '#media/sound/flac-head.ts'
import { waveData } from '#media/sound/wave-head.ts'
import { bytesAt, TAIL_BYTES } from './bytes-at.ts'

/** ffmpeg writes the number of samples last. */
export async function proveFlac(file: FileHandle, size: number, headBytes: number): Promise<number> {
  const head = await bytesAt(file, 0, headBytes)
  const stream = streamInfo(head)
  if (!stream || soundStart(head) >= Math.min(size, head.length)) throw new Error('no FLAC')
  if (stream.samples === 0) throw new Error('no number of samples')
  const tail = await bytesAt(file, Math.max(0, size - TAIL_BYTES), TAIL_BYTES)
  if (endsShort(head, tail, size)) throw new Error('the last frame is not whole')
  return stream.samples / stream.hertz
}

/** Bytes per second stand 16 bytes behind the start of the first chunk. */
const RATE_AT = 28

/** ffmpeg writes the lengths last. */
export async function proveWave(file: FileHandle, size: number, headBytes: number): Promise<number> {
  const head = await bytesAt(file, 0, headBytes)
  const data = waveData(head)
  if (!data || !isAt(head, 'fmt ', 12)) throw new Error('no WAV')
  if (data.length === null) throw new Error('no length')
  const end = data.at + data.length + (data.length % 2)
  if (end !== size) throw new Error(`the sound ends at ${end}, the file at ${size}`)
  return data.length / leU32(head, RATE_AT)
}
