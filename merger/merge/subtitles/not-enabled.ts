import { open, type FileHandle } from 'node:fs/promises'
import { Failure } from '#contract/failure.ts'
import { boxAt, boxes, type Box } from '#contract/boxes.ts'
import { topBoxes } from '../proof/mp4.ts'

const ENABLED = 0x1

/**
 * ffmpeg enables the first track of each kind in an MP4, whatever its disposition, and players then show the
 * subtitles without being asked.
 */
export async function disableSubtitles(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const moov = (await topBoxes(file, size)).find((box) => box.type === 'moov')
    if (moov) await disableIn(file, moov)
  } catch (cause) {
    throw Failure.from(cause, 'merge_failed')
  } finally {
    await file.close()
  }
}

async function disableIn(file: FileHandle, { start, end }: Box): Promise<void> {
  const moov = Buffer.alloc(end - start)
  await file.read(moov, 0, moov.length, start)
  const [root] = boxes(moov)
  for (const trak of root ? boxes(moov, root.body, root.end) : []) {
    const [header, handler] = [boxAt(moov, trak, 'tkhd'), boxAt(moov, trak, 'mdia', 'hdlr')]
    if (!header || !handler || kindOf(moov, handler) !== 'sbtl') continue
    // The last byte of the flags, which follow the version (ISO/IEC 14496-12, section 8.3.2).
    const at = header.body + 3
    await file.write(Buffer.of(moov[at]! & ~ENABLED), 0, 1, start + at)
  }
}

const kindOf = (moov: Buffer, { body }: Box) => moov.toString('latin1', body + 8, body + 12)
