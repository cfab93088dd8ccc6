import { Failure } from '#contract/failure.ts'
import { boxes, type Box } from '#media/mp4/boxes.ts'
import { moveClock } from '#media/mp4/change.ts'
import { playedIn, trackFragments } from '#media/mp4/fragments.ts'
import { readIndex, type Mp4Track } from '#media/mp4/moov.ts'
import type { Shown } from './run-clock.ts'

const HEADER = 16
/** Real indexes of a fragment have some kilobytes. */
const MAX_INDEX = 8 * 1024 ** 2
const DROPPED = new Set(['ftyp', 'styp', 'moov', 'sidx', 'free', 'mfra'])

/**
 * Joins fragmented MP4 by the decode time of each fragment (ISO/IEC 14496-12, section 8.8.12). All runs share
 * the index of the first, so this is only for codecs whose frames carry their own parameters.
 */
export class FragmentedMp4 {
  #tracks: Mp4Track[] = []
  #isFirst = true

  /** Only whole fragments are left out. */
  async *append(run: AsyncIterable<Buffer>, seconds: number, shown: Shown | null): AsyncGenerator<Buffer> {
    const isFirst = this.#isFirst
    this.#isFirst = false
    const fragments = new Fragments(shown)
    let rest: Buffer = Buffer.alloc(0)
    /** Bytes of the current box that pass as they are, or are dropped. */
    let [left, isDropped] = [0, false]
    /** Chunks of an index that has not arrived whole, and how many bytes it needs. */
    const waiting: Buffer[] = []
    let needed = 0
    for await (const chunk of run) {
      needed -= chunk.length
      waiting.push(chunk)
      if (needed > 0) continue
      rest = Buffer.concat([rest, ...waiting.splice(0)])
      needed = 0
      for (;;) {
        if (left > 0) {
          const part = rest.subarray(0, left)
          if (part.length > 0 && !isDropped) yield part
          left -= part.length
          rest = rest.subarray(part.length)
          if (left > 0) break
        }
        const box = rest.length < HEADER ? undefined : boxes(rest).next().value
        if (!box) {
          if (rest.length >= HEADER) throw new Failure('split', { cause: 'parts that are no MP4' })
          break
        }
        if (box.type === 'moov' || box.type === 'moof') {
          if (box.end > MAX_INDEX) throw new Failure('too_big', { cause: 'the index of a fragment' })
          needed = box.end - rest.length
          if (needed > 0) break
          const index = Buffer.from(rest.subarray(0, box.end))
          if (box.type === 'moov') this.#readTracks(index, box, isFirst)
          else this.#move(index, box, seconds)
          if (box.type === 'moof' ? fragments.shows(this.#timesOf(index, box)) : isFirst) yield index
          rest = rest.subarray(box.end)
          continue
        }
        left = box.end
        isDropped = (!isFirst && DROPPED.has(box.type)) || (box.type === 'mdat' && fragments.isHidden)
      }
    }
  }

  #readTracks(index: Buffer, moov: Box, isFirst: boolean): void {
    const { isFragmented, tracks } = readIndex(index, moov)
    const isAlike = isFirst || scalesOf(tracks) === scalesOf(this.#tracks)
    if (!isFragmented || tracks.length === 0 || !isAlike)
      throw new Failure('split', { cause: 'parts of another timescale' })
    this.#tracks = tracks
  }

  #timesOf(index: Buffer, moof: Box): { start: number; end: number } {
    return playedIn(index, moof, this.#tracks)[0] ?? { start: 0, end: 0 }
  }

  #move(index: Buffer, moof: Box, seconds: number): void {
    for (const fragment of trackFragments(index, moof)) {
      const { timescale = 0 } = this.#tracks.find(({ id }) => id === fragment.id) ?? {}
      if (!moveClock(index, fragment, Math.round(seconds * timescale)))
        throw new Failure('split', { cause: 'a time that does not fit' })
    }
  }
}

const scalesOf = (tracks: Mp4Track[]) => tracks.map(({ timescale }) => timescale).join()

/** Seconds between the time of a fragment and the start or end of a period that it meets. */
const SAME_TIME = 0.1

/** Which fragments a run shows. One that reaches over the start or the end cannot be cut. */
class Fragments {
  readonly #shown: Shown | null
  isHidden = false

  constructor(shown: Shown | null) {
    this.#shown = shown
  }

  shows({ start, end }: { start: number; end: number }): boolean {
    if (!this.#shown) return true
    const { from, to } = this.#shown
    if ([from, to].some((at) => start < at - SAME_TIME && end > at + SAME_TIME))
      throw new Failure('split', { cause: 'a fragment over the end of a period' })
    this.isHidden = start < from - SAME_TIME || start >= to - SAME_TIME
    return !this.isHidden
  }
}
