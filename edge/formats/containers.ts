/** The family of an RFC 6381 codec string: "avc1.640028" -> "avc1"; null stays unknown. */
export function codecFamily(codec: string | null): string | null {
  const head = codec?.toLowerCase().split('.')[0]
  if (!head) return null
  return ALIASES[head] ?? head
}

const ALIASES: Record<string, string> = {
  avc3: 'avc1',
  h264: 'avc1',
  hev1: 'hvc1',
  h265: 'hvc1',
  hevc: 'hvc1',
  av1: 'av01',
  vp09: 'vp9',
  vp08: 'vp8',
  aac: 'mp4a',
  'mp4a-latm': 'mp4a',
  ac3: 'ac-3',
  eac3: 'ec-3',
  '.mp3': 'mp3',
}

const NAMES: Record<string, string> = {
  hvc1: 'HEVC',
  av01: 'AV1',
  vp9: 'VP9',
  vp8: 'VP8',
  opus: 'Opus',
  vorbis: 'Vorbis',
}

/** How a codec is called where it is worth saying; H.264 and AAC play everywhere and are not. */
export function codecName(family: string | null): string | undefined {
  return family === null ? undefined : NAMES[family]
}

const MP4_VIDEO = new Set(['avc1', 'hvc1', 'av01'])
const MP4_AUDIO = new Set(['mp4a', 'mp3', 'ac-3', 'ec-3'])
const WEBM_VIDEO = new Set(['vp8', 'vp9', 'av01'])
const WEBM_AUDIO = new Set(['opus', 'vorbis'])

type Stream = { container: string; codec: string | null }

/** The container that holds both streams as they are: MP4 where it can, then WebM, else Matroska, which holds all. */
export function containerOf(video: Stream, audio: Stream | null): 'mp4' | 'webm' | 'mkv' {
  const isMp4Video = video.codec ? MP4_VIDEO.has(video.codec) : isMp4(video.container)
  const isMp4Audio = !audio || (audio.codec ? MP4_AUDIO.has(audio.codec) : isMp4(audio.container))
  // VP9 in an MP4 file is lawful but plays in few places; its own sound decides for AV1, which goes with both.
  if (isMp4Video && isMp4Audio)
    return video.codec === 'av01' && video.container === 'webm' && !audio ? 'webm' : 'mp4'
  const isWebmVideo = video.codec ? WEBM_VIDEO.has(video.codec) : video.container === 'webm'
  const isWebmAudio =
    !audio || (audio.codec ? WEBM_AUDIO.has(audio.codec) : /^(webm|weba|opus|ogg|oga)$/.test(audio.container))
  return isWebmVideo && isWebmAudio ? 'webm' : 'mkv'
}

/** HLS segments of unknown codecs are H.264 and AAC in all but name. */
const isMp4 = (container: string) => /^(mp4|m4v|m4a|mov|ts|3gp|aac|mp3|m3u8|flv)$/.test(container)

/** The container for a sound alone, copied. */
export function soundContainer(audio: Stream): 'm4a' | 'webm' | 'mp3' | 'mkv' {
  if (audio.codec === 'mp3' || (audio.codec === null && audio.container === 'mp3')) return 'mp3'
  if (audio.codec ? MP4_AUDIO.has(audio.codec) : isMp4(audio.container)) return 'm4a'
  return audio.codec && WEBM_AUDIO.has(audio.codec) ? 'webm' : 'mkv'
}
