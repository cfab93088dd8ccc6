import { codecFamily } from '#contract/codecs.ts'
import { hasTrait, type Rendition, type Trait } from '#contract/engine/extraction.ts'
import { tracksOf } from '#contract/engine/kinds.ts'
import { MAX_SUGGESTED_LINES, SIMILAR_PEAK } from '#contract/limits.ts'
import { isSmooth, linesOf } from '#contract/lines.ts'
import { isLossless, SOUND_KBPS, soundWeight } from '#contract/sound.ts'
import { isPicture } from '../renditions/format-kind.ts'

const UNUSUAL: readonly Trait[] = [
  'surround',
  'upscaled',
  'incomplete',
  'post_sound',
  'preview',
  'audio_description',
]
const MAX_LIKELY = 2

/** At most two renditions that the edge will probably suggest (`suggest` in edge/formats/rank.ts). */
export function likelySuggested(renditions: readonly Rendition[]): Rendition[] {
  const media = renditions.filter((one) => !isPicture(one))
  const usual = media.filter((one) => one.original && !UNUSUAL.some((trait) => hasTrait(one, trait)))
  const best = usual.findLast(({ kind }) => tracksOf[kind].picture)
  const plain = usual.filter(({ version }) => !version)
  const main = plain.length > 0 ? plain : usual.filter(({ version }) => version === best?.version)
  return bestOf([main, usual, media].find((some) => some.length > 0) ?? [])
}

function bestOf(renditions: readonly Rendition[]): Rendition[] {
  const audios = renditions
    .filter(({ kind }) => kind === 'audio')
    .toSorted(
      (a, b) => Number(isLossless(soundOf(a))) - Number(isLossless(soundOf(b))) || weightOf(b) - weightOf(a),
    )
  const rate = (video: Rendition) => rateWith(video, audioFor(video, audios))
  const videos = renditions
    .filter(({ kind }) => tracksOf[kind].picture)
    .toSorted(
      (a, b) =>
        rankOf(a) - rankOf(b) || compareHeight(a, b) || smoothness(b) - smoothness(a) || rate(b) - rate(a),
    )
  const [largest] = videos
  const alike = videos.filter((one) => rankOf(one) === rankOf(largest!) && compareHeight(one, largest!) === 0)
  const isPlayable = (video: Rendition) =>
    video.transport === 'hls' &&
    video.manifest !== undefined &&
    audioFor(video, audios)?.manifest === video.manifest &&
    rate(video) >= rate(largest!) * SIMILAR_PEAK
  const first = alike.find(isPlayable) ?? largest
  if (!first) return audios.slice(0, MAX_LIKELY)
  const audio = audioFor(first, audios)
  return audio ? [first, audio] : videos.slice(0, MAX_LIKELY)
}

function audioFor(video: Rendition, audios: readonly Rendition[]): Rendition | undefined {
  if (tracksOf[video.kind].sound) return undefined
  const alike = audios.filter((audio) => isMp4(audio) === isMp4(video))
  return alike.find(({ transport }) => transport === video.transport) ?? alike[0] ?? audios[0]
}

function rateWith(video: Rendition, audio: Rendition | undefined): number {
  const own = rateOf(video)
  return own === null ? 0 : own + (audio ? (rateOf(audio) ?? SOUND_KBPS) : 0)
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

const smoothness = ({ fps }: Rendition) => Number(isSmooth(fps ?? 0))
const isTall = (video: Rendition) => (linesOf(video) ?? 0) > MAX_SUGGESTED_LINES
const isMp4 = ({ container }: Rendition) => container === 'mp4' || container === 'm4a'
const soundOf = ({ container, acodec }: Rendition) => ({ container, codec: acodec })
const weightOf = (audio: Rendition) => soundWeight(soundOf(audio), rateOf(audio))
const rateOf = ({ tbr, abr }: Rendition) => tbr ?? abr
