import type { MergePlan } from '#contract/engine.ts'
import { MAX_GIF_SECONDS } from '#contract/limits.ts'
import { DECODERS, MEDIA } from '../media/demuxers.ts'

/** ffmpeg may read local files and pipes, and nothing else. */
const LOCAL_ONLY = ['-protocol_whitelist', 'file,pipe,fd']

/**
 * Metadata tags by ffmpeg's names. Series, season and episode appear twice, under the names that podcast
 * players read and under those that music players read.
 */
export type Tags = Partial<
  Record<
    'title' | 'artist' | 'album' | 'show' | 'date' | 'season_number' | 'episode_sort' | 'disc' | 'track',
    string
  >
>

/** The input of `muxArguments`: which streams go into which file. */
export type Mux = {
  /** `pipe:3`, `pipe:4` or paths in the attempt's folder. */
  inputs: string[]
  /**
   * Index of the input with the video and of the input with the audio stream; null = no such stream in the
   * output.
   */
  video: number | null
  audio: number | null
  /** False for a combined source that does not say whether it has an audio stream. */
  isAudioCertain: boolean
  container: MergePlan['container']
  /** MP3 rate in kilobits per second; absent = the audio is copied. */
  kbps?: number
  isHevc: boolean
  /**
   * How timestamps of the inputs become timestamps of the output. `kept`: the inputs share a clock that
   * starts near zero. `shifted`: they share a clock that starts elsewhere, so both are shifted by the same
   * time. `separate`: their clocks are unrelated, so each input starts at zero.
   */
  clock: 'kept' | 'shifted' | 'separate'
  /** Bytes reserved for the index at the start of the file. */
  indexReserve: number
  tags: Tags
  /** Path of a JPEG. */
  cover: string | null
  output: string
}

/** ffmpeg's muxer for each container. */
const MUXERS: Record<MergePlan['container'], string> = {
  mp4: 'mp4',
  m4a: 'ipod',
  webm: 'webm',
  mkv: 'matroska',
  mp3: 'mp3',
  gif: 'gif',
}

/** The longest side of a GIF. */
const GIF_PIXELS = 480
/** A GIF is cut here, above the longest that is accepted, so that a video of unknown length fails soon. */
const GIF_CUT_SECONDS = MAX_GIF_SECONDS + 2

const flags = (text: string) => text.split(' ')

/** ffmpeg's arguments that write the streams of one merge into one file while they arrive. */
export function muxArguments(mux: Mux): string[] {
  const isCopy = mux.kbps === undefined && mux.container !== 'gif'
  return [
    ...flags('-hide_banner -nostdin -loglevel level+warning -y'),
    // Keeps the offset between inputs that start at different times. Without it, both would start at zero.
    ...(isCopy && mux.clock !== 'separate' ? ['-copyts'] : []),
    ...mux.inputs.flatMap((input) => [
      ...LOCAL_ONLY,
      '-format_whitelist',
      MEDIA,
      '-codec_whitelist',
      DECODERS,
      '-thread_queue_size',
      '512',
      '-i',
      input,
    ]),
    ...(mux.cover ? [...LOCAL_ONLY, '-codec_whitelist', 'mjpeg', '-f', 'jpeg_pipe', '-i', mux.cover] : []),
    ...(mux.container === 'gif' ? gifStreams(mux) : streams(mux)),
    ...(isCopy && mux.clock === 'shifted' ? ['-avoid_negative_ts', 'make_zero'] : []),
    ...flags('-map_metadata -1 -map_chapters -1 -max_muxing_queue_size 4096'),
    ...Object.entries(mux.tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]),
    ...indexOptions(mux),
    ...flags(`-progress pipe:1 -stats_period 0.25 -f ${MUXERS[mux.container]}`),
    mux.output,
  ]
}

function streams(mux: Mux): string[] {
  const audioCodec =
    mux.kbps === undefined ? ['-c:a', 'copy'] : ['-c:a', 'libmp3lame', '-b:a', `${mux.kbps}k`]
  return [
    // `V` excludes attached pictures.
    ...(mux.video === null ? [] : ['-map', `${mux.video}:V:0`, '-c:v', 'copy']),
    ...(mux.audio === null
      ? []
      : ['-map', `${mux.audio}:a:0${mux.isAudioCertain ? '' : '?'}`, ...audioCodec]),
    // Apple devices play HEVC only under this sample entry name.
    ...(mux.isHevc && mux.container === 'mp4' ? ['-tag:v', 'hvc1'] : []),
    ...(mux.cover ? cover(mux.inputs.length) : []),
    ...(mux.container === 'mp3' ? ['-id3v2_version', '3'] : []),
  ]
}

function cover(input: number): string[] {
  return [
    ...flags(`-map ${input}:v:0 -c:v copy -disposition:v:0 attached_pic -metadata:s:v:0`),
    'title=Album cover',
    '-metadata:s:v:0',
    'comment=Cover (front)',
  ]
}

function gifStreams(mux: Mux): string[] {
  // Both sides are bounded: the palette needs all frames in memory at once.
  const size = `'min(${GIF_PIXELS},iw)':'min(${GIF_PIXELS},ih)':force_original_aspect_ratio=decrease`
  const scaled = `[${mux.video ?? 0}:V:0]trim=end=${GIF_CUT_SECONDS},fps=15,scale=${size}:flags=lanczos`
  return ['-filter_complex', `${scaled},split[a][b];[a]palettegen[p];[b][p]paletteuse`, '-an']
}

/**
 * Reserves space for the index at the start of the file, so that ffmpeg need not rewrite the file at the end.
 */
function indexOptions(mux: Mux): string[] {
  if (mux.container === 'mp4' || mux.container === 'm4a')
    return ['-chunk_duration', '500000', '-moov_size', String(mux.indexReserve)]
  if (mux.container === 'webm' || mux.container === 'mkv')
    return ['-reserve_index_space', String(mux.indexReserve)]
  return []
}

/**
 * ffmpeg's arguments that convert an image to a JPEG of at most 1,200 pixels width, small enough for a tag.
 */
export function coverArguments(input: string, output: string): string[] {
  return [
    ...flags('-hide_banner -nostdin -loglevel error -y'),
    ...LOCAL_ONLY,
    ...flags(
      '-format_whitelist jpeg_pipe,png_pipe,webp_pipe,gif,image2,mjpeg -codec_whitelist mjpeg,png,webp,gif -i',
    ),
    input,
    ...flags("-frames:v 1 -vf scale='min(1200,iw)':-2 -pix_fmt yuvj420p -q:v 3 -map_metadata -1 -f mjpeg"),
    output,
  ]
}

/**
 * The failure for a mapped stream that the input does not have. Playlists that name no codecs reveal this
 * only when ffmpeg reads them.
 */
export function absence(stderr: string): 'no_sound' | 'no_picture' | undefined {
  const [, stream] = /Stream map '\d+:([aV]):0' matches no streams/.exec(stderr) ?? []
  return stream === undefined ? undefined : stream === 'a' ? 'no_sound' : 'no_picture'
}

/** Whether ffmpeg could not read an input at all. */
export function isUnreadable(stderr: string): boolean {
  return /Invalid data found when processing input|not on whitelist/.test(stderr)
}

const BROKEN =
  /\[(error|fatal)\]|partial file|too small|Insufficient space|No space left|ended prematurely|truncat/i
/**
 * ffmpeg also decodes parts of copied streams to probe them. Errors of these decoders do not affect the copy.
 */
const PROBING_ERRORS =
  /^\[(h264|hevc|vp[89]|av1|libdav1d|mpeg\dvideo|mpeg4|aac|aac_latm|mp3|mp3float|opus|vorbis|ac3|eac3|mjpeg) @|missing picture in access unit|non-existing [SP]PS/
/** Damaged audio frames that players skip. The duration of the result is proven separately. */
const SKIPPED_FRAMES = /Error (while decoding|submitting)|Header missing|Error decoding|decode error/i

/**
 * The first line of ffmpeg's stderr that means the file is incomplete. The exit code does not tell: a
 * truncated input and an index that did not fit both end with 0.
 */
export function complaint(stderr: string, isCopy: boolean): string | undefined {
  return stderr
    .split('\n')
    .find((line) => BROKEN.test(line) && !PROBING_ERRORS.test(line) && (isCopy || !SKIPPED_FRAMES.test(line)))
}
