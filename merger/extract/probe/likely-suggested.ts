import { codecFamily } from '#contract/codecs.ts'
import { hasTrait, type Rendition, type Trait } from '#contract/engine/extraction.ts'
import { MAX_SUGGESTED_LINES } from '#contract/limits.ts'
import { linesOf } from '#contract/lines.ts'
import { isPicture } from '../renditions/format-kind.ts'

const UNUSUAL: readonly Trait[] = ['surround', 'upscaled', 'incomplete', 'post_sound', 'preview']
const MAX_LIKELY = 2

/** At most two renditions that the edge will probably suggest (`suggest` in edge/formats/rank.ts). */
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

function audioFor(video: Rendition, audios: readonly Rendition[]): Rendition | undefined {
  if (video.kind === 'both') return undefined
  const alike = audios.filter((audio) => isMp4(audio) === isMp4(video))
  return alike.find(({ transport }) => transport === video.transport) ?? alike[0] ?? audios[0]
}

function rateWith(video: Rendition, audio: Rendition | undefined): number {
  const [own, other] = [rateOf(video), audio ? rateOf(audio) : 0]
  return own === null || other === null ? 0 : own + other
}

function rankOf(video: Rendition): number {
  if (isTall(video)) return 3
  if (!isMp4(video)) return 2
  return video.vcodec === null || codecFamily(video.vcodec) === 'avc1' ? 0 : 1
}

/**
 * Both are above MAX_SUGGESTED_LINES or neither is: above, the smaller one comes first; otherwise the larger
 * one.
 */
function compareHeight(a: Rendition, b: Rendition): number {
  const difference = (linesOf(b) ?? 0) - (linesOf(a) ?? 0)
  return isTall(a) ? -difference : difference
}

const isTall = (video: Rendition) => (linesOf(video) ?? 0) > MAX_SUGGESTED_LINES
const isMp4 = ({ container }: Rendition) => container === 'mp4' || container === 'm4a'
const rateOf = ({ tbr, abr }: Rendition) => tbr ?? abr
