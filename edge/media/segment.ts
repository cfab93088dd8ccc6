import { Failure } from '#contract/failure.ts'

/**
 * Length in bytes of an AES-128 key (RFC 8216, section 4.3.2.4). All bytes of a key can be printable
 * characters, so a body of this length is never treated as text.
 */
const KEY_BYTES = 16

/**
 * The Content-Type of such a response is not reliable, so the first bytes of the body decide. Text other than
 * WebVTT fails with `media_type`, so that nobody can use a playlist to read pages or JSON through our proxy.
 * Binary data is allowed, because the first bytes of an encrypted segment do not show its file type.
 */
export function assertSegment(head: Uint8Array): void {
  if (head.byteLength > 0 && head.byteLength !== KEY_BYTES && isForeignText(head))
    throw new Failure('media_type')
}

const isControl = (byte: number): boolean => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b

function isForeignText(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head)
  if (text.trimStart().startsWith('WEBVTT')) return false
  // `head` can end in the middle of a character. The replacement character at the end of the text is
  // therefore ignored.
  return !head.some(isControl) && !text.slice(0, -1).includes('\ufffd')
}
