/** VP9 is not in this set: MP4 can contain it, but few players support that. */
const MP4_VIDEO = new Set(['avc1', 'hvc1', 'av01'])
const MP4_AUDIO = new Set(['mp4a', 'mp3', 'ac-3', 'ec-3'])
const WEBM_VIDEO = new Set(['vp8', 'vp9', 'av01'])
const WEBM_AUDIO = new Set(['opus', 'vorbis'])

export type Track = { container: string; codec: string | null }

export function containerOf(video: Track, audio: Track | null): 'mp4' | 'webm' | 'mkv' {
  const isMp4Video = video.codec ? MP4_VIDEO.has(video.codec) : isMp4(video.container)
  const isMp4Audio = !audio || (audio.codec ? MP4_AUDIO.has(audio.codec) : isMp4(audio.container))
  // AV1 that the site sends as WebM without audio stays WebM.
  if (isMp4Video && isMp4Audio)
    return video.codec === 'av01' && video.container === 'webm' && !audio ? 'webm' : 'mp4'
  const isWebmVideo = video.codec ? WEBM_VIDEO.has(video.codec) : video.container === 'webm'
  const isWebmAudio =
    !audio || (audio.codec ? WEBM_AUDIO.has(audio.codec) : /^(webm|weba|opus|ogg|oga)$/.test(audio.container))
  return isWebmVideo && isWebmAudio ? 'webm' : 'mkv'
}

/**
 * Returns whether a track of unknown codec in this container probably fits into MP4. For example, HLS
 * segments nearly always contain H.264 and AAC.
 */
const isMp4 = (container: string) => /^(mp4|m4v|m4a|mov|ts|3gp|aac|mp3|m3u8|flv)$/.test(container)

export function audioContainer(audio: Track): 'm4a' | 'webm' | 'mp3' | 'mkv' {
  if (audio.codec === 'mp3' || (audio.codec === null && audio.container === 'mp3')) return 'mp3'
  if (audio.codec ? MP4_AUDIO.has(audio.codec) : isMp4(audio.container)) return 'm4a'
  return audio.codec && WEBM_AUDIO.has(audio.codec) ? 'webm' : 'mkv'
}
