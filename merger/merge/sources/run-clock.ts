import type { Rendition } from '#contract/engine/extraction.ts'
import { tracksOf, type StreamKind } from '#contract/engine/kinds.ts'
import { Failure } from '#contract/failure.ts'
import { withoutAdvertisements } from '#media/lists/advertisements.ts'
import type { MediaTrack } from '#media/lists/timeline.ts'

/** Seconds on the clock of the item, plus the base of the offsets; -Infinity: the run begins there itself. */
export type Shown = { from: number; to: number }

export type Splice = {
  /** Seconds to add to the own clock of each run. */
  offsets: number[]
  /** What each run shows of its media; null = all of it. */
  shown: (Shown | null)[]
  form: 'transport stream' | 'fragmented mp4'
  /** Runs that begin where the run before has really ended, whatever the list says. */
  follows: { zero: number; isAfterHole: boolean }[] | null
}

type Spliced = {
  track: MediaTrack
  /** null = the runs need no change. */
  splice: Splice | null
  /** The result cannot be compared with the picture's clock. */
  hasOwnClock: boolean
  /** Seconds of advertisements that a copy could not join to the rest. */
  leftOut: number
}

type Own = (track: MediaTrack, isAlone: boolean) => Promise<Splice | null>

/**
 * Sound that has its own list moves as its picture does, so that both stay in sync at each join, and leaves
 * out the same advertisements.
 */
export class RunClock {
  readonly #picture = Promise.withResolvers<Pick<Spliced, 'splice' | 'leftOut'>>()
  readonly #isPair: boolean

  constructor(video: Rendition | null, audio: Rendition | null) {
    this.#isPair = video !== null && video.transport !== 'http' && audio !== null
  }

  async spliceOf(kind: StreamKind, track: MediaTrack, own: Own): Promise<Spliced> {
    if (tracksOf[kind].picture || !this.#isPair) {
      const spliced = track.isSpliced
        ? await joinable(track, (one) => own(one, !this.#isPair))
        : asItIs(track)
      this.#picture.resolve(spliced)
      return spliced
    }
    const picture = await this.#picture.promise
    const shorter = picture.leftOut > 0 ? withoutAdvertisements(track) : null
    const { track: heard, leftOut } = shorter ?? { track, leftOut: 0 }
    const splice = track.isSpliced || picture.splice ? await own(heard, false) : null
    if (!picture.splice || !splice) return { track: heard, splice, hasOwnClock: splice !== null, leftOut }
    const count = splice.offsets.length
    const isAlike = count === 1 || count === picture.splice.offsets.length
    const offsets = isAlike ? picture.splice.offsets.slice(0, count) : splice.offsets
    return { track: heard, splice: { ...splice, offsets }, hasOwnClock: false, leftOut }
  }
}

const asItIs = (track: MediaTrack): Spliced => ({ track, splice: null, hasOwnClock: false, leftOut: 0 })

async function joinable(
  track: MediaTrack,
  own: (track: MediaTrack) => Promise<Splice | null>,
): Promise<Spliced> {
  try {
    return { ...asItIs(track), splice: await own(track) }
  } catch (error) {
    const rest = error instanceof Failure && error.code === 'split' ? withoutAdvertisements(track) : null
    if (!rest) throw error
    return { ...asItIs(rest.track), splice: await own(rest.track), leftOut: rest.leftOut }
  }
}
