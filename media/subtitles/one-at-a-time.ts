import { MAX_LINES, type Cue } from './cue.ts'

/**
 * A text track of MP4 shows one text at a time (3GPP TS 26.245), so what is on the screen together becomes
 * one text for as long as it is.
 * @param cues in order of time
 */
export function oneAtATime(cues: Cue[]): Cue[] {
  const times = [...new Set(cues.flatMap(({ start, end }) => [start, end]))].toSorted((a, b) => a - b)
  const texts: Cue[] = []
  let [shown, next]: [Cue[], number] = [[], 0]
  for (const [at, start] of times.entries()) {
    shown = shown.filter(({ end }) => end > start)
    for (; cues[next] && cues[next]!.start <= start; next++) shown.push(cues[next]!)
    // A hostile file has thousands at once.
    shown = shown.slice(-MAX_LINES)
    const end = times[at + 1]
    if (end === undefined || shown.length === 0) continue
    const lines = shown.flatMap((cue) => cue.lines)
    const before = texts.at(-1)
    if (before?.end === start && before.lines.join('\n') === lines.join('\n')) before.end = end
    else texts.push({ start, end, lines })
  }
  return texts
}
