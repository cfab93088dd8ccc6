/** Codecs that nearly every player opens in MP4. */
const MP4_VIDEO = new Set(['avc1', 'hvc1', 'av01', 'mp4v'])
const MP4_AUDIO = new Set(['mp4a', 'mp3', 'ac-3', 'ec-3'])
/** Codecs that are registered for MP4 too, but that some players open only in WebM. */
const MP4_TOO_VIDEO = new Set(['vp9'])
const MP4_TOO_AUDIO = new Set(['opus', 'alac'])
const WEBM_VIDEO = new Set(['vp8', 'vp9', 'av01'])
const WEBM_AUDIO = new Set(['opus', 'vorbis'])

export type Track = { container: string; codec: string | null }

/** MKV only where neither MP4 nor WebM can hold both tracks. */
export function videoContainer(video: Track, audio: Track | null): 'mp4' | 'webm' | 'mkv' {
  // AV1 that the site sends as WebM without audio stays WebM.
  if (isAtHome(video, audio))
    return video.codec === 'av01' && video.container === 'webm' && !audio ? 'webm' : 'mp4'
  const isWebm =
    (video.codec ? WEBM_VIDEO.has(video.codec) : video.container === 'webm') &&
    (!audio || (audio.codec ? WEBM_AUDIO.has(audio.codec) : isWebmFile(audio.container)))
  const isServedAsMp4 = isMp4(video.container) && (!audio || isMp4(audio.container))
  if (isWebm && !isServedAsMp4) return 'webm'
  const fits =
    (isMp4Video(video) || MP4_TOO_VIDEO.has(video.codec ?? '')) &&
    (!audio || isMp4Audio(audio) || MP4_TOO_AUDIO.has(audio.codec ?? ''))
  return fits ? 'mp4' : isWebm ? 'webm' : 'mkv'
}

/** Whether nearly every player opens the two tracks in the container that `videoContainer` returns. */
export function isAtHome(video: Track, audio: Track | null): boolean {
  return isMp4Video(video) && (!audio || isMp4Audio(audio))
}

const isMp4Video = ({ codec, container }: Track) => (codec ? MP4_VIDEO.has(codec) : isMp4(container))
const isMp4Audio = ({ codec, container }: Track) => (codec ? MP4_AUDIO.has(codec) : isMp4(container))

/**
 * Returns whether a track of unknown codec in this container probably fits into MP4. For example, HLS
 * segments nearly always contain H.264 and AAC.
 */
const isMp4 = (container: string) => /^(mp4|m4v|m4a|m4b|mov|ts|3gp|aac|mp3|m3u8|flv|fmp4)$/.test(container)
const isWebmFile = (container: string) => /^(webm|weba|opus|ogg|oga)$/.test(container)

export function audioContainer(audio: Track): 'm4a' | 'webm' | 'mp3' | 'mkv' {
  if (audio.codec === 'mp3' || (audio.codec === null && audio.container === 'mp3')) return 'mp3'
  if (isMp4Audio(audio) || audio.codec === 'alac') return 'm4a'
  return (audio.codec ? WEBM_AUDIO.has(audio.codec) : isWebmFile(audio.container)) ? 'webm' : 'mkv'
}
