import { isAt, latin1, u32 } from './bytes.ts'
import { boxes, boxOf } from './mp4/boxes.ts'
import { elementOf, elements, ids, matroskaFacts } from './matroska/ebml.ts'
import { UNKNOWN_FACTS, type MediaFacts } from './media-facts.ts'
import { flacFacts } from './sound/flac-head.ts'
import { FRAME_HEAD, audioStart } from './sound/mp3-frame.ts'
import { mp3Facts } from './sound/mp3-head.ts'
import { mp4Facts } from './mp4/facts.ts'
import { orUndefined } from './out-of-range.ts'
import { isPossibleLength } from './shorter.ts'
import { statedBytes } from './stated-bytes.ts'
import { SYNC } from './transport-stream/packet.ts'
import { isText } from '#contract/media-signature.ts'

/** @param rest number of bytes from the start of `head` to the end of the file; null = unknown */
export function mediaFacts(head: Uint8Array, rest: number | null): MediaFacts {
  if (isText(head)) return { ...UNKNOWN_FACTS, kind: 'text' }
  const kind = kindOf(head)
  const facts = orUndefined(() => readers[kind](head, rest)) ?? { ...UNKNOWN_FACTS, kind, isDamaged: true }
  // `rest` of an MP4 may be that of its index alone.
  const isPossible = kind === 'mp4' || isPossibleLength(facts.duration ?? 0, rest)
  const isCut = rest !== null && facts.stated !== null && facts.stated > rest
  return { ...facts, duration: isPossible ? facts.duration : null, isCut }
}

const MP4_BOXES = /^(ftyp|styp|moov|mdat|free|wide|skip|sidx|moof)$/

function kindOf(head: Uint8Array): 'mp4' | 'matroska' | 'other' {
  if (head.length >= 4 && u32(head, 0) === ids.header) return 'matroska'
  const isMp4 = MP4_BOXES.test(latin1(head, 4, 8)) || boxOf('moov', boxes(head)) !== undefined
  return isMp4 ? 'mp4' : 'other'
}

const readers = {
  mp4: mp4Facts,
  matroska: (head: Uint8Array): MediaFacts => {
    const segment = elementOf(ids.segment, elements(head))
    if (!segment) return { ...UNKNOWN_FACTS, kind: 'matroska' }
    const stated = Number.isFinite(segment.end) ? segment.end : null
    return { ...matroskaFacts(head, segment), stated, isDamaged: segment.budget.visits === 0 }
  },
  // Timestamps of audio formats (MP3, AAC, Ogg, FLAC, WAV) start at zero, so `start` is 0. Timestamps of an
  // MPEG stream may start at any value, so `start` is null (unknown).
  other: (head: Uint8Array, rest: number | null): MediaFacts =>
    mp3Facts(head, rest) ??
    flacFacts(head, rest) ?? {
      ...UNKNOWN_FACTS,
      start: isMpegStream(head) ? null : 0,
      stated: statedBytes(head),
    },
}

/** A packet of 188 bytes after a time code of four. */
const hasTimeCodes = (head: Uint8Array) => head[4] === SYNC && head[196] === SYNC
const isProgramStream = (head: Uint8Array) => isAt(head, '\0\0\x01\xba', 0)
const isMpegStream = (head: Uint8Array) => head[0] === SYNC || hasTimeCodes(head) || isProgramStream(head)

/** Phones and cameras write an MP4 with its index after the media. An MP3 may begin with a large picture. */
export function factsOffset(head: Uint8Array): number | undefined {
  const audio = audioStart(head)
  if (audio > 0) return audio + FRAME_HEAD > head.length ? audio : undefined
  const last = orUndefined(() => [...boxes(head)].at(-1))
  return last?.type === 'mdat' && last.end > head.length ? last.end : undefined
}
