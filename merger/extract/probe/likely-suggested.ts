import { codecFamily } from '#contract/codecs.ts'
import { hasTrait, type Rendition, type Trait } from '#contract/engine/extraction.ts'
import { MAX_SUGGESTED_LINES } from '#contract/limits.ts'
import { linesOf } from '#contract/lines.ts'
import { isPicture } from '../renditions/format-kind.ts'

/**
 * A rendition with one of these traits is unusual. If an item has usual renditions in the original language,
 * `likelySuggested` selects only from them. Otherwise it selects from all renditions except pictures.
 */
const UNUSUAL: readonly Trait[] = ['surround', 'upscaled', 'incomplete', 'post_sound', 'preview']
const MAX_LIKELY = 2

/**
 * Returns at most two renditions that the edge will probably suggest (`suggest` in edge/formats/rank.ts). If
 * the best video has separate audio, returns this video and its audio. Otherwise returns the two best videos,
 * or the two best audio renditions when there is no video.
 */
export function likelySuggested(renditions: readonly Rendition[]): Rendition[] {
  const media = renditions.filter((one) => !isPicture(one))
  const usual = media.filter((one) => one.original && !UNUSUAL.some((trait) => hasTrait(one, trait)))
  return bestOf(usual.length > 0 ? usual : media)
}

function bestOf(renditions: readonly Rendition[]): Rendition[] {
  const audios = renditions
    .filter(({ kind }) => kind === 'audio')
    .toSorted((a, b) => (rateOf(b) ?? 0) - (rateOf(a) ?? 0))
  const rate = (video: Rendition) => rateWith(video, audioFor(video, audios))
  const videos = renditions
    .filter(({ kind }) => kind !== 'audio')
    .toSorted((a, b) => rankOf(a) - rankOf(b) || compareHeight(a, b) || rate(b) - rate(a))
  const [first] = videos
  if (!first) return audios.slice(0, MAX_LIKELY)
  const audio = audioFor(first, audios)
  return audio ? [first, audio] : videos.slice(0, MAX_LIKELY)
}

/**
 * Returns the audio rendition to merge with a video. Returns undefined if the video file contains audio or
 * the item has no audio rendition.
 */
function audioFor(video: Rendition, audios: readonly Rendition[]): Rendition | undefined {
  if (video.kind === 'both') return undefined
  const alike = audios.filter((audio) => isMp4(audio) === isMp4(video))
  return alike.find(({ transport }) => transport === video.transport) ?? alike[0] ?? audios[0]
}

/** Returns the bitrate of a video with its audio; 0 if one of the two is unknown. */
function rateWith(video: Rendition, audio: Rendition | undefined): number {
  const [own, other] = [rateOf(video), audio ? rateOf(audio) : 0]
  return own === null || other === null ? 0 : own + other
}

/** Returns the rank of a video; the video with the smallest rank is suggested first. */
function rankOf(video: Rendition): number {
  if (isTall(video)) return 3
  if (!isMp4(video)) return 2
  return video.vcodec === null || codecFamily(video.vcodec) === 'avc1' ? 0 : 1
}

/**
 * Compares two videos by height. Both have the same rank (`rankOf`). So both are taller than
 * `MAX_SUGGESTED_LINES`, or neither is. If both are taller, the smaller one comes first; otherwise, the
 * larger one comes first.
 */
function compareHeight(a: Rendition, b: Rendition): number {
  const difference = (linesOf(b) ?? 0) - (linesOf(a) ?? 0)
  return isTall(a) ? -difference : difference
}

const isTall = (video: Rendition) => (linesOf(video) ?? 0) > MAX_SUGGESTED_LINES
const isMp4 = ({ container }: Rendition) => container === 'mp4' || container === 'm4a'
const rateOf = ({ tbr, abr }: Rendition) => tbr ?? abr
