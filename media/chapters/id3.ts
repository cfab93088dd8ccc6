import { isAt, latin1, u32, u8 } from '../bytes.ts'
import type { Chapter } from './chapter.ts'

const HEADER = 10
/** ISO-8859-1, UTF-16 with a mark, UTF-16BE, UTF-8 (ID3v2.4, section 4). */
const ENCODINGS = ['latin1', 'utf-16le', 'utf-16be', 'utf-8']

type Frame = { id: string; body: Uint8Array }

/** Frames of ID3v2.3 and 2.4; the last one may be cut off. */
function* framesIn(bytes: Uint8Array, from: number, isSafe: boolean): Generator<Frame> {
  for (let at = from; at + HEADER <= bytes.length;) {
    const id = latin1(bytes, at, at + 4)
    if (id.charCodeAt(0) === 0) return
    const size = isSafe ? syncsafe(bytes, at + 4) : u32(bytes, at + 4)
    yield { id, body: bytes.subarray(at + HEADER, at + HEADER + size) }
    at += HEADER + size
  }
}

/** 28 bits in four bytes (ID3v2.4, section 6.2). */
function syncsafe(bytes: Uint8Array, at: number): number {
  return [0, 1, 2, 3].reduce((value, index) => value * 128 + (u8(bytes, at + index) & 0x7f), 0)
}

/** ID3v2 Chapter Frame Addendum, section 3.1. */
export function fromId3(bytes: Uint8Array): Chapter[] {
  const version = isAt(bytes, 'ID3', 0) ? u8(bytes, 3) : 0
  if (version !== 3 && version !== 4) return []
  const tag = bytes.subarray(0, HEADER + syncsafe(bytes, 6))
  return [...framesIn(tag, HEADER, version === 4)]
    .filter(({ id }) => id === 'CHAP')
    .map(({ body }) => {
      const times = body.indexOf(0) + 1
      const title = [...framesIn(body, times + 16, version === 4)].find(({ id }) => id === 'TIT2')
      return { start: u32(body, times) / 1_000, title: title ? textOf(title.body) : '' }
    })
}

function textOf(body: Uint8Array): string {
  const [encoding = 0, first, second] = body
  const isBigEndian = encoding === 1 && first === 0xfe && second === 0xff
  const label = isBigEndian ? 'utf-16be' : (ENCODINGS[encoding] ?? 'latin1')
  return new TextDecoder(label).decode(body.subarray(1)).split('\0', 1)[0]!
}
