import { boxes, boxOf } from './mp4/boxes.ts'
import { soundStart } from './sound/flac-head.ts'
import { audioStart } from './sound/mp3-frame.ts'
import { orUndefined } from './out-of-range.ts'

/** Up to which byte the tags of a sound file reach that may hold a picture; null without a picture. */
export function pictureEnd(head: Buffer): number | null {
  const signature = head.toString('latin1', 0, 4)
  if (signature.startsWith('ID3')) return head.includes('APIC') ? audioStart(head) : null
  if (signature === 'fLaC') return head.includes('image/') ? soundStart(head) : null
  if (signature === 'OggS') return orUndefined(() => commentEnd(head)) ?? null
  return boxOf('moov', boxes(head))?.end ?? null
}

const COMMENT = /METADATA_BLOCK_PICTURE=/i
/** Each page of at most 65,025 bytes has a header of at most 282 (RFC 3533, section 6). */
const PAGE_SHARE = 1.005
const LONGEST_PAGE = 65_307

/** The length of a comment precedes it (RFC 7845, section 5.2, and the Vorbis I specification, section 5). */
function commentEnd(head: Buffer): number | null {
  const at = head.toString('latin1').search(COMMENT)
  return at < 4 ? null : Math.ceil(at + head.readUInt32LE(at - 4) * PAGE_SHARE) + LONGEST_PAGE
}
