import { boxAt, type Box } from '#media/mp4/boxes.ts'
import { editIndex } from '../mp4-index.ts'

const ENABLED = 0x1

/**
 * ffmpeg enables the first track of each kind in an MP4, whatever its disposition, and players then show the
 * subtitles without being asked.
 */
export const disableSubtitles = (path: string): Promise<void> =>
  editIndex(path, (index, _, tracks) => {
    for (const track of tracks) {
      const [header, handler] = [boxAt(index, track, 'tkhd'), boxAt(index, track, 'mdia', 'hdlr')]
      if (!header || !handler || kindOf(index, handler) !== 'sbtl') continue
      // The last byte of the flags, which follow the version (ISO/IEC 14496-12, section 8.3.2).
      const at = header.body + 3
      index[at] = index[at]! & ~ENABLED
    }
  })

const kindOf = (index: Buffer, { body }: Box) => index.toString('latin1', body + 8, body + 12)
