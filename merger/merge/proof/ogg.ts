import type { FileHandle } from 'node:fs/promises'
import { endsShort } from '#media/file-end.ts'
import { isAt } from '#media/bytes.ts'
import { tailSeconds } from '#media/tail-seconds.ts'
import { bytesAt, TAIL_BYTES } from './bytes-at.ts'

/** The last page of a whole file has this flag (RFC 3533, section 6). */
const LAST_PAGE = 4

export async function proveOpus(file: FileHandle, size: number, headBytes: number): Promise<number> {
  const head = await bytesAt(file, 0, headBytes)
  if (!isAt(head, 'OggS', 0) || head.indexOf('OpusHead') < 0) throw new Error('no Ogg with Opus')
  const tail = await bytesAt(file, Math.max(0, size - TAIL_BYTES), TAIL_BYTES)
  const last = tail[tail.lastIndexOf('OggS\0') + 5] ?? 0
  if (endsShort(head, tail, size) || (last & LAST_PAGE) === 0) throw new Error('no last page')
  return tailSeconds(head, tail, size) ?? 0
}
