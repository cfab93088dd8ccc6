import { secondsOf } from '#contract/time-text.ts'
import { MAX_CUES, type Cue } from './cue.ts'
import { plainLines } from './words.ts'

const objectsIn = (list: unknown): object[] =>
  Array.isArray(list)
    ? list.slice(0, MAX_CUES).filter((one: unknown) => typeof one === 'object' && one !== null)
    : []

const textOr = (found: unknown, other: string) => (typeof found === 'string' ? found : other)

/** A word of YouTube has four. As objects, each takes many times its length. */
const MAX_VALUES = 500_000

export function fromJson(text: string): Cue[] {
  if (valuesIn(text) > MAX_VALUES) return []
  try {
    const found = JSON.parse(text) as Record<string, unknown> | unknown[]
    if (Array.isArray(found)) return fromTranscript(found)
    if (found.events !== undefined) return fromJson3(found.events)
    return fromTranscript(found.segments ?? found.body ?? found.transcript)
  } catch {
    return []
  }
}

/** At least as many as JSON.parse would make: what is in strings counts too. */
function valuesIn(json: string): number {
  let count = 0
  for (let at = 0; at < json.length && count <= MAX_VALUES; at++) if (',[{'.includes(json[at]!)) count++
  return count
}

type Json3Event = { tStartMs?: number; dDurationMs?: number; segs?: unknown }

/** YouTube's `json3`. */
function fromJson3(events: unknown): Cue[] {
  return objectsIn(events).map(({ tStartMs = 0, dDurationMs = 0, segs }: Json3Event) => ({
    start: tStartMs / 1_000,
    end: (tStartMs + dDurationMs) / 1_000,
    lines: objectsIn(segs)
      .map(({ utf8 }: { utf8?: unknown }) => textOr(utf8, ''))
      .join('')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }))
}

const secondsIn = (found: unknown) =>
  typeof found === 'number' ? found : secondsOf(typeof found === 'string' ? found : '')

/** A segment can be a single word. Words of one speaker become a cue of at most this length. */
const CUE_CHARACTERS = 80
const CUE_SECONDS = 6
const PAUSE_SECONDS = 1

type Segment = Record<string, unknown>

/** As in the transcripts of podcasts (podcastindex.org, transcripts.md), of Whisper and of Bilibili. */
function fromTranscript(segments: unknown): Cue[] {
  const cues: (Cue & { speaker: string })[] = []
  for (const one of objectsIn(segments) as Segment[]) {
    const [start, end] = [
      secondsIn(one.startTime ?? one.start ?? one.from),
      secondsIn(one.endTime ?? one.end ?? one.to),
    ]
    const { speaker } = one
    const words = plainLines(textOr(one.body ?? one.text ?? one.content, '')).join(' ')
    const last = cues.at(-1)
    const who = textOr(speaker, last?.speaker ?? '')
    const said = last?.lines[0] ?? ''
    const goesOn =
      last?.speaker === who &&
      start - last.end < PAUSE_SECONDS &&
      end - last.start <= CUE_SECONDS &&
      said.length + words.length < CUE_CHARACTERS
    if (words === '') continue
    if (goesOn) cues.splice(-1, 1, { ...last, end, lines: [`${said} ${words}`] })
    else {
      const name = who !== '' && who !== last?.speaker ? `${who}: ` : ''
      cues.push({ start, end, speaker: who, lines: [name + words] })
    }
  }
  return cues.map(({ start, end, lines }) => ({ start, end, lines }))
}
