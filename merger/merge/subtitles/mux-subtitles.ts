import type { MergePlan } from '#contract/engine/merge.ts'
import type { EmbeddedSubtitles } from './write-cues.ts'

/** `shift` in seconds, from the start of the film to the clock of its sources. */
export type MuxedSubtitles = EmbeddedSubtitles & { shift: number }

const ONLY_WEBVTT =
  '-protocol_whitelist file,pipe,fd -format_whitelist webvtt -codec_whitelist webvtt -f webvtt -i'.split(' ')

/** Written by us, so no other demuxer or decoder has to read it. */
export function subtitleInput(subtitles: MuxedSubtitles | null): string[] {
  if (!subtitles) return []
  const shift = subtitles.shift > 0 ? ['-itsoffset', subtitles.shift.toFixed(6)] : []
  return [...shift, ...ONLY_WEBVTT, subtitles.path]
}

/** MP4 has no title for a track, but players show the name of its handler. */
export function subtitleStream(
  subtitles: MuxedSubtitles | null,
  container: MergePlan['container'],
  input: number,
): string[] {
  if (!subtitles) return []
  const [codec, name] = container === 'mp4' ? ['mov_text', 'handler_name'] : ['copy', 'title']
  const stream = `-map ${input}:s:0 -c:s ${codec} -disposition:s:0 0 -metadata:s:s:0`.split(' ')
  return [...stream, `language=${subtitles.language}`, '-metadata:s:s:0', `${name}=${subtitles.name}`]
}
