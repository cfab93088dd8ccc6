import { codecFamily, codecRow } from '#contract/codecs/codecs.ts'
import { inputArguments, shiftArguments, type Mux } from '../ffmpeg.ts'
import { soundCodec, videoCodec } from '../source-codec.ts'
import type { OpenedRendition } from '../sources/open.ts'
import { startOf } from '../subtitles/starts-at.ts'
import { MAX_COPY_BYTES, MAX_COPY_SECONDS } from './watch-copy.ts'

/** A header says all that a copy needs, so ffmpeg need not look for it in the media. */
const HEADER_BYTES = 64 * 1024
/** ffmpeg corrects a clock that wraps to times below zero, which a fragment cannot express. */
const BASE_SECONDS = 100

/** Without the output. Null if browsers cannot play the tracks, or if no pipes feed the sources. */
export function copyArguments(mux: Mux, opened: OpenedRendition[]): string[] | null {
  if (!isWatchable(mux, opened)) return null
  const startsAt = mux.clock === 'shifted' ? (startOf(opened) ?? 0) : 0
  const [, audio] = sourcesOf(mux, opened)
  const isAac = audio && (codecFamily(soundCodec(audio)) ?? 'mp4a') === 'mp4a'
  return [
    ...'-hide_banner -nostdin -loglevel error -y'.split(' '),
    ...(mux.clock === 'separate' ? [] : ['-copyts']),
    ...mux.inputs.flatMap((input, at) => [
      ...(mux.clock === 'separate' ? [] : shiftArguments(mux, at)),
      ...probe(opened[at]),
      ...inputArguments(mux, input),
    ]),
    ...(mux.video === null ? [] : ['-map', `${mux.video}:V:0`, '-c:v', 'copy']),
    ...(mux.audio === null
      ? []
      : ['-map', `${mux.audio}:a:0${mux.isAudioCertain ? '' : '?'}`, '-c:a', 'copy']),
    ...(isAac ? ['-bsf:a', 'aac_adtstoasc'] : []),
    ...(mux.isHevc ? ['-tag:v', 'hvc1'] : []),
    ...'-map_metadata -1 -map_chapters -1 -max_muxing_queue_size 4096'.split(' '),
    ...`-t ${startsAt + MAX_COPY_SECONDS} -fs ${MAX_COPY_BYTES}`.split(' '),
    // Browsers ignore the edit lists that tell how much later one track begins, so the fragments tell it.
    ...`-avoid_negative_ts disabled -use_editlist 0 -output_ts_offset ${BASE_SECONDS}`.split(' '),
    // The index waits for the first frames, because those of a transport stream describe its sound.
    ...'-movflags frag_keyframe+delay_moov+frag_discont+default_base_moof'.split(' '),
    ...'-frag_duration 250000 -min_frag_duration 200000 -flush_packets 1 -f mp4'.split(' '),
  ]
}

function isWatchable(mux: Mux, opened: OpenedRendition[]): boolean {
  const [video, audio] = sourcesOf(mux, opened)
  // ffmpeg would not read an input of which it needs nothing.
  if (mux.second) return false
  if (mux.container === 'gif' || mux.inputs.some((input) => !input.startsWith('pipe:'))) return false
  // Where no header names a codec, ffmpeg and the browser decide.
  const isPlayable = (codec: string | null) => codec === null || codecRow(codec)?.isWatchable === true
  return (!video || isPlayable(videoCodec(video))) && (!audio || isPlayable(soundCodec(audio)))
}

const sourcesOf = (mux: Mux, opened: OpenedRendition[]) =>
  [mux.video, mux.audio].map((at) => (at === null ? null : (opened[at] ?? null)))

function probe(source: OpenedRendition | undefined): string[] {
  const hasHeader = source?.facts.kind === 'mp4' || source?.facts.kind === 'matroska'
  return ['-fpsprobesize', '0', ...(hasHeader ? ['-probesize', String(HEADER_BYTES)] : [])]
}
