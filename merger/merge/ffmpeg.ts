import type { MergePlan } from '#contract/engine/merge.ts'
import { MAX_GIF_SECONDS } from '#contract/limits.ts'
import { DECODERS, MEDIA } from '../media/demuxers.ts'

const LOCAL_ONLY = ['-protocol_whitelist', 'file,pipe,fd']

/**
 * The show, the season and the episode are each written twice: under a name that podcast players read and
 * under a name that music players read.
 */
export type Tags = Partial<
  Record<
    'title' | 'artist' | 'album' | 'show' | 'date' | 'season_number' | 'episode_sort' | 'disc' | 'track',
    string
  >
>

export type Mux = {
  inputs: string[]
  /** Position in `inputs`; null = the output has no video. */
  video: number | null
  audio: number | null
  /** False when video and audio come from one source and it is unknown whether this source has audio. */
  isAudioCertain: boolean
  container: MergePlan['container']
  /** Absent = the audio is copied. */
  kbps?: number
  isHevc: boolean
  /**
   * `kept`: all inputs use the same clock and start near zero. `shifted`: all inputs use the same clock but
   * start later. `separate`: the inputs use different clocks.
   */
  clock: 'kept' | 'shifted' | 'separate'
  indexReserve: number
  tags: Tags
  cover: string | null
  output: string
}

const MUXERS: Record<MergePlan['container'], string> = {
  mp4: 'mp4',
  m4a: 'ipod',
  webm: 'webm',
  mkv: 'matroska',
  mp3: 'mp3',
  gif: 'gif',
}

const GIF_PIXELS = 480
/** With a cut at the maximum, the visitor would get a shortened GIF. */
const GIF_CUT_SECONDS = MAX_GIF_SECONDS + 2

const flags = (text: string) => text.split(' ')

export function muxArguments(mux: Mux): string[] {
  const isCopy = mux.kbps === undefined && mux.container !== 'gif'
  return [
    ...flags('-hide_banner -nostdin -loglevel level+warning -y'),
    // By default, ffmpeg would shift every input to start at zero.
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
    // The stream specifier `V` selects video streams, but no attached pictures such as covers.
    ...(mux.video === null ? [] : ['-map', `${mux.video}:V:0`, '-c:v', 'copy']),
    ...(mux.audio === null
      ? []
      : ['-map', `${mux.audio}:a:0${mux.isAudioCertain ? '' : '?'}`, ...audioCodec]),
    // Apple devices play HEVC only with the sample entry name `hvc1`.
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
  // ffmpeg needs all its frames in memory to compute the palette.
  const size = `'min(${GIF_PIXELS},iw)':'min(${GIF_PIXELS},ih)':force_original_aspect_ratio=decrease`
  const scaled = `[${mux.video ?? 0}:V:0]trim=end=${GIF_CUT_SECONDS},fps=15,scale=${size}:flags=lanczos`
  return ['-filter_complex', `${scaled},split[a][b];[a]palettegen[p];[b][p]paletteuse`, '-an']
}

/** Without this space, ffmpeg could put the index first only by rewriting the whole file at the end. */
function indexOptions(mux: Mux): string[] {
  if (mux.container === 'mp4' || mux.container === 'm4a')
    return ['-chunk_duration', '500000', '-moov_size', String(mux.indexReserve)]
  if (mux.container === 'webm' || mux.container === 'mkv')
    return ['-reserve_index_space', String(mux.indexReserve)]
  return []
}

/** The JPEG is at most 1,200 pixels wide, so that it is small enough to be embedded in the file. */
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

/** If a playlist states no codecs, only this report shows that the stream is missing. */
export function missingStream(
  stderr: string,
  mux: Pick<Mux, 'video' | 'audio' | 'isAudioCertain'>,
): 'no_sound' | 'no_picture' | undefined {
  const found = /Stream map '(?:\d+:([aV]):0)?' matches no streams/.exec(stderr)
  if (!found) return undefined
  if (found[1] !== undefined) return found[1] === 'a' ? 'no_sound' : 'no_picture'
  // The message of ffmpeg 7.1 does not name the missing stream.
  if (mux.video === null) return 'no_sound'
  return mux.audio === null || !mux.isAudioCertain ? 'no_picture' : undefined
}

export function isUnreadable(stderr: string): boolean {
  return /Invalid data found when processing input|not on whitelist/.test(stderr)
}

const BROKEN =
  /\[(error|fatal)\]|partial file|too small|Insufficient space|No space left|ended prematurely|truncat/i
/**
 * ffmpeg decodes some frames of a copied stream only to probe the stream, so a decoder error does not affect
 * the copy.
 */
const PROBING_ERRORS =
  /^\[(h264|hevc|vp[89]|av1|libdav1d|mpeg\dvideo|mpeg4|aac|aac_latm|mp3|mp3float|opus|vorbis|ac3|eac3|mjpeg) @|missing picture in access unit|non-existing [SP]PS/
/** `verify` checks the duration of the result, so a file that has lost too much audio still fails. */
const SKIPPED_FRAMES = /Error (while decoding|submitting)|Header missing|Error decoding|decode error/i

/** The exit code of ffmpeg is 0 even if the input is truncated, or if the index did not fit. */
export function incompleteSign(stderr: string, isCopy: boolean): string | undefined {
  return stderr
    .split('\n')
    .find((line) => BROKEN.test(line) && !PROBING_ERRORS.test(line) && (isCopy || !SKIPPED_FRAMES.test(line)))
}
