import { codecFamily } from '#contract/codecs/codecs.ts'
import type { MergePlan } from '#contract/engine/merge.ts'
import { isLossless } from '#contract/sound.ts'
import { streamInfo } from '#media/sound/flac-head.ts'
import { soundCodec } from './source-codec.ts'
import type { OpenedRendition } from './sources/open.ts'

/** Kilobits per second, for sound of a link that promised MP3 and is none. */
const USUAL_MP3 = 192
/** Encoders take fewer layouts of channels than decoders give. */
const FEW_CHANNELS = ['-af', 'aformat=channel_layouts=stereo|mono']

/** What ffmpeg needs to encode the sound of a file; null: it is copied. */
export function encodingFor(
  { container, kbps }: Pick<MergePlan, 'container' | 'kbps'>,
  source: OpenedRendition,
): string[] | null {
  const codec = soundCodec(source) ?? source.rendition.container
  switch (container) {
    case 'mp3': {
      const rate = kbps ?? (codecFamily(codec) === 'mp3' ? null : USUAL_MP3)
      return rate === null ? null : ['-c:a', 'libmp3lame', '-b:a', `${rate}k`]
    }
    case 'm4a':
      return kbps === undefined ? null : [...FEW_CHANNELS, '-c:a', 'aac', '-b:a', `${kbps}k`]
    case 'opus':
      return kbps === undefined ? null : [...FEW_CHANNELS, '-c:a', 'libopus', '-b:a', `${kbps}k`]
    // A copy would keep the length and the checksum of the whole source, also in a part of it.
    case 'flac':
      return ['-c:a', 'flac', ...(isLossless(ofSource(source, codec)) ? [] : ['-sample_fmt', 's16'])]
    case 'wav':
      return isHeldByWave(codec) ? null : ['-c:a', isSixteen(source, codec) ? 'pcm_s16le' : 'pcm_s24le']
    default:
      return null
  }
}

const ofSource = ({ rendition }: OpenedRendition, codec: string) => ({
  codec,
  container: rendition.container,
})

const isHeldByWave = (codec: string) => codec.startsWith('pcm_') && codec.endsWith('le')

/** A decoder of lossy sound gives more bits than were ever recorded. */
function isSixteen(source: OpenedRendition, codec: string): boolean {
  return !isLossless(ofSource(source, codec)) || (streamInfo(source.feed.head)?.bits ?? Infinity) <= 16
}
