import { codecRow } from '../codecs/codecs.ts'

export type Track = { container: string; codec: string | null }

/** MKV only where neither MP4 nor WebM can hold both tracks. */
export function videoContainer(video: Track, audio: Track | null): 'mp4' | 'webm' | 'mkv' {
  // AV1 that the site sends as WebM without audio stays WebM.
  if (isAtHome(video, audio))
    return video.codec === 'av01' && video.container === 'webm' && !audio ? 'webm' : 'mp4'
  const isWebm =
    (isInWebm(video.codec) ?? video.container === 'webm') &&
    (!audio || (isInWebm(audio.codec) ?? isWebmFile(audio.container)))
  const isServedAsMp4 = isMp4(video.container) && (!audio || isMp4(audio.container))
  if (isWebm && !isServedAsMp4) return 'webm'
  const fits = [video, audio].every((track) => !track || isUsualInMp4(track) || isAlsoInMp4(track))
  return fits ? 'mp4' : isWebm ? 'webm' : 'mkv'
}

/** Whether nearly every player opens the two tracks in the container that `videoContainer` returns. */
export function isAtHome(video: Track, audio: Track | null): boolean {
  return isUsualInMp4(video) && (!audio || isUsualInMp4(audio))
}

const isUsualInMp4 = ({ codec, container }: Track) =>
  codec ? codecRow(codec)?.inMp4 === 'usual' : isMp4(container)
const isAlsoInMp4 = ({ codec }: Track) => codecRow(codec)?.inMp4 === 'some'
/** Null for an unknown codec: the container tells. */
const isInWebm = (codec: string | null) => (codec ? (codecRow(codec)?.inWebm ?? false) : null)

/**
 * Returns whether a track of unknown codec in this container probably fits into MP4. For example, HLS
 * segments nearly always contain H.264 and AAC.
 */
const isMp4 = (container: string) => /^(mp4|m4v|m4a|m4b|mov|ts|3gp|aac|mp3|m3u8|flv|fmp4)$/.test(container)
const isWebmFile = (container: string) => /^(webm|weba|opus|ogg|oga)$/.test(container)

export function audioContainer(audio: Track): 'm4a' | 'webm' | 'mp3' | 'flac' | 'wav' | 'mkv' {
  if (audio.codec === 'mp3' || (audio.codec === null && audio.container === 'mp3')) return 'mp3'
  if (isUsualInMp4(audio) || audio.codec === 'alac') return 'm4a'
  if (isFlac(audio)) return 'flac'
  if (isPcm(audio)) return 'wav'
  return (isInWebm(audio.codec) ?? isWebmFile(audio.container)) ? 'webm' : 'mkv'
}

const isFlac = ({ codec, container }: Track) => (codec ?? container) === 'flac'
const isPcm = ({ codec, container }: Track) => codec?.startsWith('pcm') ?? container === 'wav'
