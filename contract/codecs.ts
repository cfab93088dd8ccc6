/**
 * All known codecs. Each key is our name for a codec family. For most codecs it is the name of the sample
 * entry in MP4 (RFC 6381), such as `avc1`; for the others it is a common name, such as `vp9` or `mp3`.
 * `ffmpeg` is the name that ffprobe reports, and `name` is the name that visitors read. `aliases` are other
 * names that manifests, sites and yt-dlp use for the codec.
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
 * Returns the family of a codec string in any spelling: "avc1.640028" and "h264" both give "avc1". Returns
 * null if the codec string is null or empty.
 */
export function codecFamily(codec: string | null): string | null {
  // The name before the first dot identifies the family: "mp4a" in "mp4a.40.2". A dot at the start is removed
  // first, because MP4 also has the sample entry ".mp3".
  const head = codec?.toLowerCase().replace(/^\./, '').split('.')[0]
  if (!head) return null
  const known = Object.entries(codecs).find(
    ([family, { ffmpeg, aliases }]) => family === head || ffmpeg === head || aliases?.includes(head),
  )
  return known?.[0] ?? head
}

const rowOf = (family: string) => (Object.hasOwn(codecs, family) ? codecs[family] : undefined)

/**
 * Returns the name that ffprobe uses for a codec string. If `codecs` does not list the codec, returns its
 * family.
 */
export function ffmpegCodec(codec: string): string {
  const family = codecFamily(codec) ?? codec
  return rowOf(family)?.ffmpeg ?? family
}

/** Returns the codec name that visitors read. Returns undefined if `codecs` does not list the codec. */
export function codecName(codec: string | null): string | undefined {
  return rowOf(codecFamily(codec) ?? '')?.name
}
