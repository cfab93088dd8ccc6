import { isInside, type Clip } from '#contract/clip.ts'
import { tracksOf } from '#contract/engine/kinds.ts'
import { Failure } from '#contract/failure.ts'
import type { Attempt } from '../attempt.ts'
import type { RequiredProperties } from '../proof/verify.ts'
import type { OpenedRendition } from '../sources/open.ts'
import type { Tools } from '../tools.ts'
import { cutOf, type Cut } from './cut.ts'

/** Sound is needed from the key frame on that comes before the wanted start. */
export const withSoundOf = (picture: OpenedRendition | null, clip: Clip | undefined): Clip | undefined =>
  clip && { ...clip, start: Math.min(clip.start, picture?.excerpt?.earliest ?? clip.start) }

/** Tracks that begin late are shorter than their file, whose length is that of the item. */
function lengthOf(first: OpenedRendition | undefined): number | null {
  const known = [first?.expected?.seconds, first?.facts.duration].filter((one) => typeof one === 'number')
  return known.length > 0 ? Math.max(...known) : null
}

/** The page rounds the duration of an item, so a clip may reach a little beyond its end. */
export function insideOf(clip: Clip, opened: OpenedRendition[]): Clip {
  const seconds = lengthOf(opened[0])
  const inside = { ...clip, end: Math.min(clip.end, seconds ?? clip.end) }
  if (!isInside(clip, seconds) || !isInside(inside, seconds))
    throw new Failure('bad_clip', { cause: `${clip.start}-${clip.end} of ${seconds} s` })
  return inside
}

/** If an excerpt cannot be read, or begins too late, the next attempt cuts the whole source. */
export async function cutSources(
  clip: Clip,
  opened: OpenedRendition[],
  files: (string | null)[],
  { attempt, folder, tools: { config, retryHints } }: { attempt: Attempt; folder: string; tools: Tools },
  isShared: boolean,
): Promise<Cut> {
  const sources = opened.flatMap(({ excerpt, rendition }, index) => {
    const file = files[index]
    const hasPicture = attempt.order.plan.video !== null && tracksOf[rendition.kind].picture
    return excerpt && file ? [{ ...excerpt, file, hasPicture }] : []
  })
  const { plan } = attempt.order
  const program = { ffprobe: config.FFPROBE, python: config.PYTHON, folder, signal: attempt.working }
  try {
    return await cutOf(sources, { clip, container: plan.container }, isShared, program)
  } catch (cause) {
    const isPart = opened.some(({ excerpt }) => excerpt?.isPart) && !retryHints.of(plan).onDisk
    if (!isPart || !(cause instanceof Failure) || cause.code !== 'unreadable') throw cause
    retryHints.readFromDisk(plan)
    throw new Failure('merge_failed', { cause })
  }
}

/** Seconds, beside some frames that are decoded in another order. */
const PICTURE_SLACK = 0.2
/** Sound may be silent, and then absent, at the end of an item. */
const SOUND_SLACK = 0.5
const ENDING = 2

type Sources = { video: OpenedRendition | null; audio: OpenedRendition | null }

export function requiredOfClip(
  { beginsAt, end, pictureEnd, lead, step }: Cut,
  { video, audio }: Sources,
): Pick<RequiredProperties, 'video' | 'audio' | 'second' | 'longest' | 'isPair' | 'isClip' | 'pageSeconds'> {
  const seconds = end - beginsAt
  const known = (video ?? audio)?.expected?.seconds ?? Infinity
  const isAtEnd = end > known - ENDING
  const sound = { seconds, slack: SOUND_SLACK + (isAtEnd ? ENDING : 0) }
  const shown = Math.max(0, pictureEnd - beginsAt)
  const picture = { seconds: shown, slack: PICTURE_SLACK + lead + 2 * step + (isAtEnd ? SOUND_SLACK : 0) }
  return {
    video: video && picture,
    audio: audio && sound,
    second: sound,
    longest: null,
    isPair: false,
    isClip: true,
    pageSeconds: null,
  }
}
