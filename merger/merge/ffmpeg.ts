import type { MergePlan } from '#contract/engine.ts'
import { MEDIA } from '../media/demuxers.ts'

/** Where ffmpeg may read from. */
const LOCAL = ['-protocol_whitelist', 'file,pipe,fd']

/** What a player shows of a file, by ffmpeg's names; series, season and episode under the names that podcast and album players use. */
export type Tags = Partial<
  Record<
    'title' | 'artist' | 'album' | 'show' | 'date' | 'season_number' | 'episode_sort' | 'disc' | 'track',
    string
  >
>

export type Mux = {
  /** `pipe:3`, `pipe:4` or files of the attempt's folder. */
  inputs: string[]
  /** Which input has the picture and which the sound. */
  video: number | null
  audio: number | null
  /** False for a complete stream that does not say whether it has sound. */
  isAudioCertain: boolean
  container: MergePlan['container']
  /** Absent = copy. */
  kbps?: number
  isHevc: boolean
  /**
   * `kept`: the inputs share a clock that starts near zero. `moved`: it starts elsewhere, both are moved by the same time.
   * `own`: each has a clock of its own, which starts with it.
   */
  clock: 'kept' | 'moved' | 'own'
  /** Bytes kept free for the index. */
  reserve: number
  tags: Tags
  /** A JPEG. */
  cover: string | null
  output: string
}

const FORMATS: Record<MergePlan['container'], string> = {
  mp4: 'mp4',
  m4a: 'ipod',
  webm: 'webm',
  mkv: 'matroska',
  mp3: 'mp3',
  gif: 'gif',
}

const flags = (text: string) => text.split(' ')

/** The arguments that put streams into one file while they arrive. */
export function muxArguments(mux: Mux): string[] {
  const isCopy = mux.kbps === undefined && mux.container !== 'gif'
  return [
    ...flags('-hide_banner -nostdin -loglevel level+warning -y'),
    // Keeps the offset between inputs that start at different times; without it both would start at zero.
    ...(isCopy && mux.clock !== 'own' ? ['-copyts'] : []),
    ...mux.inputs.flatMap((input) => [
      ...LOCAL,
      '-format_whitelist',
      MEDIA,
      '-thread_queue_size',
      '512',
      '-i',
      input,
    ]),
    ...(mux.cover ? [...LOCAL, '-f', 'jpeg_pipe', '-i', mux.cover] : []),
    ...(mux.container === 'gif' ? animation(mux) : streams(mux)),
    ...(isCopy && mux.clock === 'moved' ? ['-avoid_negative_ts', 'make_zero'] : []),
    ...flags('-map_metadata -1 -map_chapters -1 -max_muxing_queue_size 4096'),
    ...Object.entries(mux.tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]),
    ...front(mux),
    ...flags(`-progress pipe:1 -stats_period 0.25 -f ${FORMATS[mux.container]}`),
    mux.output,
  ]
}

function streams(mux: Mux): string[] {
  const sound = mux.kbps === undefined ? ['-c:a', 'copy'] : ['-c:a', 'libmp3lame', '-b:a', `${mux.kbps}k`]
  return [
    // `V` leaves pictures attached to a source out.
    ...(mux.video === null ? [] : ['-map', `${mux.video}:V:0`, '-c:v', 'copy']),
    ...(mux.audio === null ? [] : ['-map', `${mux.audio}:a:0${mux.isAudioCertain ? '' : '?'}`, ...sound]),
    // Apple plays HEVC only under this name.
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

function animation(mux: Mux): string[] {
  const picture = `[${mux.video ?? 0}:V:0]fps=15,scale='min(480,iw)':-2:flags=lanczos`
  return ['-filter_complex', `${picture},split[a][b];[a]palettegen[p];[b][p]paletteuse`, '-an']
}

/** Room for the index at the front, so that the file never has to be written twice. */
function front(mux: Mux): string[] {
  if (mux.container === 'mp4' || mux.container === 'm4a')
    return ['-chunk_duration', '500000', '-moov_size', String(mux.reserve)]
  if (mux.container === 'webm' || mux.container === 'mkv')
    return ['-reserve_index_space', String(mux.reserve)]
  return []
}

/** The arguments that make a JPEG of any picture, small enough for a tag. */
export function coverArguments(input: string, output: string): string[] {
  return [
    ...flags('-hide_banner -nostdin -loglevel error -y'),
    ...LOCAL,
    ...flags('-format_whitelist jpeg_pipe,png_pipe,webp_pipe,gif,image2,mjpeg -i'),
    input,
    ...flags("-frames:v 1 -vf scale='min(1200,iw)':-2 -pix_fmt yuvj420p -q:v 3 -map_metadata -1 -f mjpeg"),
    output,
  ]
}

/** What a source turned out not to have: known only now of lists that do not name their codecs. */
export function absence(stderr: string): 'no_sound' | 'no_picture' | undefined {
  const [, stream] = /Stream map '\d+:([aV]):0' matches no streams/.exec(stderr) ?? []
  return stream === undefined ? undefined : stream === 'a' ? 'no_sound' : 'no_picture'
}

const BROKEN =
  /\[(error|fatal)\]|partial file|too small|Insufficient space|No space left|ended prematurely|truncat/i
/** Decoders and parsers look into streams that are only copied; what they dislike there does not touch the copy. */
const ONLY_LOOKED_AT =
  /^\[(h264|hevc|vp[89]|av1|libdav1d|mpeg\dvideo|mpeg4|aac|aac_latm|mp3|mp3float|opus|vorbis|ac3|eac3|mjpeg) @|missing picture in access unit|non-existing [SP]PS/
/** A podcast may hold a damaged frame that every player skips; the length of the result is proven apart. */
const SKIPPED = /Error (while decoding|submitting)|Header missing|Error decoding|decode error/i

/**
 * The first line of ffmpeg's stderr that means the file is not whole. Its exit code alone proves nothing: a cut input and
 * an index that did not fit both end with 0.
 */
export function complaint(stderr: string, isCopy: boolean): string | undefined {
  return stderr
    .split('\n')
    .find((line) => BROKEN.test(line) && !ONLY_LOOKED_AT.test(line) && (isCopy || !SKIPPED.test(line)))
}
