import type { MergePlan } from '#contract/engine/merge.ts'
import { MAX_GIF_SECONDS } from '#contract/limits.ts'
import { AUDIO_FILES } from '#contract/media-types.ts'
import type { Cut, CutInput } from './clip/cut.ts'
import type { Clocks } from './clocks.ts'
import { decodersFor, MEDIA } from '../process/demuxers.ts'
import { subtitleInputs, subtitleStreams, type MuxedSubtitles } from './subtitles/mux-subtitles.ts'

const LOCAL_ONLY = ['-protocol_whitelist', 'file,pipe,fd']

/**
 * The show, the season and the episode are each written twice: under a name that podcast players read and
 * under a name that music players read.
 */
export type Tags = Partial<
  Record<
    | 'title'
    | 'artist'
    | 'album'
    | 'album_artist'
    | 'genre'
    | 'show'
    | 'date'
    | 'season_number'
    | 'episode_sort'
    | 'disc'
    | 'track',
    string
  >
>

export type Mux = {
  inputs: string[]
  /** Position in `inputs`; null = the output has no video. */
  video: number | null
  audio: number | null
  /** A second track of sound; `tracks` names both. */
  second: { input: number; tracks: { language: string; name: string | null }[] } | null
  /** False when video and audio come from one source and it is unknown whether this source has audio. */
  isAudioCertain: boolean
  container: MediaContainer
  /** Null: the audio is copied. */
  encoding: string[] | null
  isHevc: boolean
  isSpeex: boolean
  clock: Clocks['mode']
  shifts: Clocks['shifts']
  indexReserve: number
  tags: Tags
  /** `at`: seconds on the clock of the sources. Of Opus, the file is a text (see `writePictureTag`). */
  cover: { file: string; at: number } | null
  /** Path of a file in ffmpeg's text form; null: the chapters of the source are kept. */
  chapters: string | null
  /** Absent: the whole item. */
  cut?: Cut | undefined
  subtitles: MuxedSubtitles[]
  output: string
}

export type MediaContainer = Exclude<MergePlan['container'], 'jpg'>

const MUXERS: Record<MediaContainer, string> = {
  mp4: 'mp4',
  // The muxer for M4A (`ipod`) takes fewer codecs, and no E-AC-3.
  m4a: 'mp4',
  webm: 'webm',
  mkv: 'matroska',
  mp3: 'mp3',
  opus: 'opus',
  flac: 'flac',
  wav: 'wav',
  gif: 'gif',
}

/** Seconds: ffmpeg drops a packet that lies before the cut by a rounding error. */
const CUT_SLACK = 0.0005

const GIF_PIXELS = 480
/** With a cut at the maximum, the visitor would get a shortened GIF. */
const GIF_CUT_SECONDS = MAX_GIF_SECONDS + 2

const flags = (text: string) => text.split(' ')

export function muxArguments(mux: Mux): string[] {
  const isCopy = mux.encoding === null && mux.container !== 'gif'
  const keepsClock = isCopy && mux.clock !== 'separate'
  return [
    ...flags('-hide_banner -nostdin -loglevel level+warning -y'),
    // By default, ffmpeg would shift every input to start at zero.
    ...(mux.cut || keepsClock ? ['-copyts'] : []),
    ...mux.inputs.flatMap((input, index) => [
      ...(mux.cut ? cutInput(mux.cut.inputs[index]) : keepsClock ? shiftArguments(mux, index) : []),
      ...inputArguments(mux, input),
    ]),
    ...coverInput(mux),
    ...(mux.chapters
      ? [...chapterShift(mux.cut), ...LOCAL_ONLY, '-f', 'ffmetadata', '-i', mux.chapters]
      : []),
    ...subtitleInputs(mux.subtitles),
    ...(mux.container === 'gif' ? gifStreams(mux) : streams(mux)),
    ...subtitleStreams(
      mux.subtitles,
      mux.container,
      mux.inputs.length + [mux.cover, mux.chapters].filter(Boolean).length,
    ),
    ...cutOutput(mux.cut),
    ...(!mux.cut && isCopy && mux.clock === 'shifted' ? ['-avoid_negative_ts', 'make_zero'] : []),
    ...flags(
      `-map_metadata:g -1 -map_metadata:s -1 -map_chapters ${chapterInput(mux)} -max_muxing_queue_size 4096`,
    ),
    ...Object.entries(mux.tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]),
    ...indexOptions(mux),
    ...(mux.container === 'm4a' ? ['-brand', 'M4A '] : []),
    ...flags(`-progress pipe:1 -stats_period 0.25 -f ${MUXERS[mux.container]}`),
    mux.output,
  ]
}

function coverInput({ cover, container }: Mux): string[] {
  if (!cover) return []
  if (container === 'opus') return [...LOCAL_ONLY, '-f', 'ffmetadata', '-i', cover.file]
  const input = ['-codec_whitelist', 'mjpeg', '-f', 'jpeg_pipe', '-i', cover.file]
  return ['-itsoffset', timeText(cover.at), ...LOCAL_ONLY, ...input]
}

function cutInput(input: CutInput | undefined): string[] {
  if (!input) return []
  const { shift, seek } = input
  const jump = seek === null ? [] : ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', timeText(seek)]
  return ['-itsoffset', timeText(shift), ...jump]
}

/** Only beside `-copyts`. */
export function shiftArguments({ shifts }: Mux, index: number): string[] {
  const shift = shifts[index] ?? 0
  return shift === 0 ? [] : ['-itsoffset', timeText(shift)]
}

const cutFrom = ({ copiesFrom, lead }: Cut) => copiesFrom - lead - CUT_SLACK

/**
 * The sound begins together with the decoding of the first picture, so that both agree even in a player that
 * ignores the edit lists. What lies before the first shown picture gets times below zero.
 */
function cutOutput(cut: Cut | undefined): string[] {
  if (!cut) return []
  const from = cutFrom(cut)
  const isHiding = cut.lead > 0 || cut.beginsAt > cut.copiesFrom
  return [
    '-ss',
    timeText(from),
    '-to',
    timeText(cut.end),
    ...(isHiding ? ['-output_ts_offset', timeText(from - cut.beginsAt)] : []),
  ]
}

/** ffmpeg counts chapters from the start of the copy. */
const chapterShift = (cut: Cut | undefined) =>
  cut ? ['-itsoffset', timeText(cutFrom(cut) - cut.beginsAt)] : []

/** ffmpeg ends a copy by the time of decoding. By then, pictures behind the end may have been written. */
const untilEnd = (cut: Cut | undefined) =>
  cut && cut.pictures > 0 ? ['-bsf:v', `noise=drop=gte(n\\,${cut.pictures})`] : []

const timeText = (seconds: number) => seconds.toFixed(6)

export function inputArguments(mux: Mux, input: string): string[] {
  const decoders = decodersFor(mux.video !== null, mux.audio !== null)
  return [
    ...LOCAL_ONLY,
    '-format_whitelist',
    MEDIA,
    '-codec_whitelist',
    decoders,
    // ffmpeg 7.0's own decoder makes Speex last twice as long.
    ...(mux.isSpeex ? ['-c:a', 'libspeex'] : []),
    '-thread_queue_size',
    '512',
    '-i',
    input,
  ]
}

function chapterInput(mux: Mux): number {
  if (mux.chapters) return mux.inputs.length + (mux.cover ? 1 : 0)
  return AUDIO_FILES.has(mux.container) ? (mux.audio ?? -1) : -1
}

function streams(mux: Mux): string[] {
  const audioCodec = mux.encoding ?? ['-c:a', 'copy']
  return [
    // The stream specifier `V` selects video streams, but no attached pictures such as covers.
    ...(mux.video === null ? [] : ['-map', `${mux.video}:V:0`, '-c:v', 'copy', ...untilEnd(mux.cut)]),
    ...(mux.audio === null
      ? []
      : ['-map', `${mux.audio}:a:0${mux.isAudioCertain ? '' : '?'}`, ...audioCodec]),
    ...secondStream(mux),
    // Apple devices play HEVC only with the sample entry name `hvc1`.
    ...(mux.isHevc && mux.container === 'mp4' ? ['-tag:v:0', 'hvc1'] : []),
    ...coverOutput(mux),
    ...(mux.container === 'mp3' ? ['-id3v2_version', '3'] : []),
  ]
}

function secondStream({ second, container }: Mux): string[] {
  if (!second) return []
  const title = container === 'mp4' ? 'handler_name' : 'title'
  const named = second.tracks.flatMap(({ language, name }, at) => [
    `-metadata:s:a:${at}`,
    `language=${language}`,
    ...(name ? [`-metadata:s:a:${at}`, `${title}=${name}`] : []),
  ])
  return [
    ...flags(`-map ${second.input}:a:0 -c:a copy -disposition:a:0 default -disposition:a:1 0`),
    ...named,
  ]
}

function coverOutput({ cover, container, inputs, video }: Mux): string[] {
  if (!cover) return []
  return container === 'opus'
    ? ['-map_metadata:s:a:0', `${inputs.length}:g`]
    : coverStream(inputs.length, video === null ? 0 : 1)
}

function coverStream(input: number, index: number): string[] {
  const stream = `v:${index}`
  return [
    ...flags(`-map ${input}:v:0 -c:v copy -disposition:${stream} attached_pic -metadata:s:${stream}`),
    'title=Album cover',
    `-metadata:s:${stream}`,
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

const IMAGES = 'jpeg_pipe,png_pipe,webp_pipe,gif,image2,mjpeg'
/** Files of sound that can carry a picture. */
export const TAGGED_FILES = 'mp3,flac,ogg,mov,mp4'

/** Small enough to be embedded in a file. */
const EMBEDDED_COVER = "scale='min(1200,iw)':-2"
export const WHOLE_COVER = 'null'
export const SQUARE_COVER = "crop='min(iw,ih)':'min(iw,ih)'"

export type JpegForm = { formats?: string; filter?: string }

export function coverArguments(
  input: string,
  output: string,
  { formats = IMAGES, filter = EMBEDDED_COVER }: JpegForm,
): string[] {
  return [
    ...flags('-hide_banner -nostdin -loglevel error -y'),
    ...LOCAL_ONLY,
    ...flags(`-format_whitelist ${formats} -codec_whitelist mjpeg,png,webp,gif -i`),
    input,
    ...flags(`-map 0:v:0 -frames:v 1 -vf ${filter} -pix_fmt yuvj420p -q:v 3 -map_metadata -1 -f mjpeg`),
    output,
  ]
}
