/**
 * Every codec once, by its family: the sample entry of MP4 (RFC 6381) where it has one. `ffmpeg` is the name
 * that ffprobe reports and `name` the one that visitors read; `aliases` are other spellings of manifests,
 * sites and yt-dlp.
 */
const codecs: Record<string, { ffmpeg: string; name: string; aliases?: readonly string[] }> = {
  avc1: { ffmpeg: 'h264', name: 'H.264', aliases: ['avc', 'avc3'] },
  hvc1: { ffmpeg: 'hevc', name: 'HEVC', aliases: ['hev1', 'h265', 'hev', 'hvc'] },
  av01: { ffmpeg: 'av1', name: 'AV1' },
  vp9: { ffmpeg: 'vp9', name: 'VP9', aliases: ['vp09'] },
  vp8: { ffmpeg: 'vp8', name: 'VP8', aliases: ['vp08'] },
  mp4v: { ffmpeg: 'mpeg4', name: 'MPEG-4' },
  mp4a: { ffmpeg: 'aac', name: 'AAC', aliases: ['mp4a-latm'] },
  mp3: { ffmpeg: 'mp3', name: 'MP3' },
  'ac-3': { ffmpeg: 'ac3', name: 'AC-3' },
  'ec-3': { ffmpeg: 'eac3', name: 'E-AC-3' },
  opus: { ffmpeg: 'opus', name: 'Opus' },
  vorbis: { ffmpeg: 'vorbis', name: 'Vorbis' },
  flac: { ffmpeg: 'flac', name: 'FLAC' },
  alac: { ffmpeg: 'alac', name: 'ALAC' },
}

/**
 * The family of a codec string in any spelling: "avc1.640028" and "h264" are both "avc1"; null if unknown.
 */
export function codecFamily(codec: string | null): string | null {
  // "mp4a.40.2" continues after its family; ".mp3" is a sample entry that begins with a dot.
  const head = codec?.toLowerCase().replace(/^\./, '').split('.')[0]
  if (!head) return null
  const known = Object.entries(codecs).find(
    ([family, { ffmpeg, aliases }]) => family === head || ffmpeg === head || aliases?.includes(head),
  )
  return known?.[0] ?? head
}

const rowOf = (family: string) => (Object.hasOwn(codecs, family) ? codecs[family] : undefined)

/** The name that ffprobe reports for a codec string; a codec without an entry keeps its family's name. */
export function ffmpegCodec(codec: string): string {
  const family = codecFamily(codec) ?? codec
  return rowOf(family)?.ffmpeg ?? family
}

/** The name that visitors read; undefined for a codec without an entry. */
export function codecName(codec: string | null): string | undefined {
  return rowOf(codecFamily(codec) ?? '')?.name
}
