import type { MergePlan } from '#contract/engine/merge.ts'
import type { EmbeddedSubtitles } from './write-cues.ts'

/** `shift` in seconds, from the start of the film to the clock of its sources. */
export type MuxedSubtitles = EmbeddedSubtitles & { shift: number }

const ONLY_WEBVTT =
  '-protocol_whitelist file,pipe,fd -format_whitelist webvtt -codec_whitelist webvtt -f webvtt -i'.split(' ')

/** Written by us, so no other demuxer or decoder has to read it. */
export const subtitleInputs = (all: readonly MuxedSubtitles[]): string[] =>
  all.flatMap(({ shift, path }) => [
    ...(shift > 0 ? ['-itsoffset', shift.toFixed(6)] : []),
    ...ONLY_WEBVTT,
    path,
  ])

/** MP4 has no title for a track, but players show the name of its handler. */
export function subtitleStreams(
  all: readonly MuxedSubtitles[],
  container: MergePlan['container'],
  firstInput: number,
): string[] {
  const [codec, title] = container === 'mp4' ? ['mov_text', 'handler_name'] : ['copy', 'title']
  return all.flatMap(({ language, name }, at) => {
    const own = `-metadata:s:s:${at}`
    const stream = `-map ${firstInput + at}:s:0 -c:s:${at} ${codec} -disposition:s:${at} 0`.split(' ')
    return [...stream, own, `language=${language}`, own, `${title}=${name}`]
  })
}
