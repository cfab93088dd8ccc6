import { boxAt, boxes } from '../mp4/boxes.ts'
import { timedText } from '../mp4/timed-text.ts'
import { assLines } from './ass.ts'
import { MAX_CUE_SOURCE, type Cue } from './cue.ts'
import { decoded } from './decoded.ts'
import { readSubtitles } from './read.ts'
import { linesOfWords, plainLines, spoken } from './words.ts'

/** Seconds of the item. */
type Span = { start: number; end: number }

type SampleReader = (sample: Uint8Array, span: Span) => Cue[]

/** What a track among pictures and sounds writes one text in. */
export const sampleReaders = {
  tx3g: (sample, span) => [{ ...span, lines: linesOfWords(timedText(sample).slice(0, MAX_CUE_SOURCE)) }],
  wvtt: webVtt,
  stpp: ttml,
  srt: (sample, span) => [{ ...span, lines: plainLines(decoded(sample)) }],
  vtt: (sample, span) => [{ ...span, ...spoken(decoded(sample)) }],
  webm: (sample, span) => [{ ...span, ...spoken(behindLines(decoded(sample), 2)) }],
  ass: (sample, span) => [
    { ...span, lines: assLines(decoded(sample).split(',').slice(ASS_FIELDS).join(',')) },
  ],
} as const satisfies Record<string, SampleReader>

export type SampleForm = keyof typeof sampleReaders

/** Of Matroska: the order, and the fields of a dialogue without its times. */
const ASS_FIELDS = 8

/** WebM: the name of a cue and its settings have a line each. */
const behindLines = (text: string, count: number) => text.split('\n').slice(count).join('\n')

/** A cue is repeated in each sample in which it is shown. */
function webVtt(sample: Uint8Array, { start, end }: Span): Cue[] {
  return [...boxes(sample)].flatMap((box) => {
    const payload = box.type === 'vttc' && boxAt(sample, box, 'payl')
    if (!payload) return []
    return [{ start, end, ...spoken(decoded(sample.subarray(payload.body, payload.end))) }]
  })
}

/** The times are those of the track. Some packagers begin each sample at zero. */
function ttml(sample: Uint8Array, { start }: Span): Cue[] {
  const cues = readSubtitles(decoded(sample)) ?? []
  const isOwn = start > 0 && cues.every(({ end }) => end <= start)
  return isOwn ? cues.map((cue) => ({ ...cue, start: cue.start + start, end: cue.end + start })) : cues
}
