import { indexOf, latin1, leU32 } from './bytes.ts'
import { boxes, boxOf } from './mp4/boxes.ts'
import { soundStart } from './sound/flac-head.ts'
import { audioStart } from './sound/mp3-frame.ts'
import { orUndefined } from './out-of-range.ts'

/** Up to which byte the tags of a sound file reach that may hold a picture; null without a picture. */
export function pictureEnd(head: Uint8Array): number | null {
  const signature = latin1(head, 0, 4)
  if (signature.startsWith('ID3')) return indexOf(head, 'APIC') >= 0 ? audioStart(head) : null
  if (signature === 'fLaC') return indexOf(head, 'image/') >= 0 ? soundStart(head) : null
  if (signature === 'OggS') return orUndefined(() => commentEnd(head)) ?? null
  return boxOf('moov', boxes(head))?.end ?? null
}

const COMMENT = /METADATA_BLOCK_PICTURE=/i
/** Each page of at most 65,025 bytes has a header of at most 282 (RFC 3533, section 6). */
const PAGE_SHARE = 1.005
const LONGEST_PAGE = 65_307

/** The length of a comment precedes it (RFC 7845, section 5.2, and the Vorbis I specification, section 5). */
function commentEnd(head: Uint8Array): number | null {
  // One character for each byte.
  const at = new TextDecoder('latin1').decode(head).search(COMMENT)
  return at < 4 ? null : Math.ceil(at + leU32(head, at - 4) * PAGE_SHARE) + LONGEST_PAGE
}
