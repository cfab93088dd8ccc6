/**
 * The keys are names of sample entries in MP4 (RFC 6381) where there is one. `ffmpeg` is the name that
 * ffprobe reports.
 */
const codecs: Record<string, { ffmpeg: string; name: string; aliases?: readonly string[] }> = {
  avc1: { ffmpeg: 'h264', name: 'H.264', aliases: ['avc', 'avc3', 'dva1', 'dvav'] },
  hvc1: { ffmpeg: 'hevc', name: 'HEVC', aliases: ['hev1', 'h265', 'hev', 'hvc', 'dvh1', 'dvhe'] },
  av01: { ffmpeg: 'av1', name: 'AV1' },
  vp9: { ffmpeg: 'vp9', name: 'VP9', aliases: ['vp09'] },
  vp8: { ffmpeg: 'vp8', name: 'VP8', aliases: ['vp08'] },
  mp4v: { ffmpeg: 'mpeg4', name: 'MPEG-4' },
  mp4a: { ffmpeg: 'aac', name: 'AAC', aliases: ['mp4a-latm'] },
  mp3: { ffmpeg: 'mp3', name: 'MP3', aliases: ['mpga', 'mp3float'] },
  'ac-3': { ffmpeg: 'ac3', name: 'AC-3' },
  'ec-3': { ffmpeg: 'eac3', name: 'E-AC-3', aliases: ['ec3'] },
  opus: { ffmpeg: 'opus', name: 'Opus' },
  vorbis: { ffmpeg: 'vorbis', name: 'Vorbis' },
  flac: { ffmpeg: 'flac', name: 'FLAC' },
  alac: { ffmpeg: 'alac', name: 'ALAC' },
}

/** Object types of RFC 6381 in "mp4a": MPEG-1 and MPEG-2 audio, AC-3 and E-AC-3 (mp4ra.org). */
const MP4A_TYPES: [RegExp, string][] = [
  [/^mp4a\.(?:40\.3[2-4]|69|6b)$/, 'mp3'],
  [/^mp4a\.a5$/, 'ac-3'],
  [/^mp4a\.a6$/, 'ec-3'],
]

export function codecFamily(codec: string | null): string | null {
  // MP4 also has the sample entry ".mp3". Some sites add the profile in words: "H264 High".
  const name = codec?.trim().toLowerCase().replace(/^\./, '') ?? ''
  const typed = MP4A_TYPES.find(([type]) => type.test(name))
  if (typed) return typed[1]
  const head = name.replace(/^h\.(?=26)/, 'h').split(/[. ]/)[0]
  if (!head) return null
  const known = Object.entries(codecs).find(
    ([family, { ffmpeg, aliases }]) => family === head || ffmpeg === head || aliases?.includes(head),
  )
  return known?.[0] ?? head
}

const rowOf = (family: string) => (Object.hasOwn(codecs, family) ? codecs[family] : undefined)

export function ffmpegCodec(codec: string): string {
  const family = codecFamily(codec) ?? codec
  return rowOf(family)?.ffmpeg ?? family
}

export function codecName(codec: string | null): string | undefined {
  return rowOf(codecFamily(codec) ?? '')?.name
}
