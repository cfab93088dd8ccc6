import type { Cue } from './cue.ts'

export const SUBTITLE_FORMS = ['srt', 'vtt', 'txt'] as const
type SubtitleForm = (typeof SUBTITLE_FORMS)[number]

export const SUBTITLE_TYPES: Record<SubtitleForm, string> = {
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

export function writeSubtitles(cues: Cue[], form: SubtitleForm): string {
  switch (form) {
    case 'srt':
      return withNames(cues)
        .map((cue, at) => `${at + 1}\n${span(cue, ',')}\n${cue.lines.join('\n')}\n`)
        .join('\n')
    case 'vtt':
      return `WEBVTT\n\n${cues.map((cue) => `${span(cue, '.')}\n${voiced(cue)}\n`).join('\n')}`
    case 'txt':
      return transcript(withNames(cues))
  }
}

/** Where another one begins to speak. */
function withNames(cues: Cue[]): Cue[] {
  return cues.map((cue, at) => {
    const { speaker, lines } = cue
    if (speaker === undefined || speaker === cues[at - 1]?.speaker) return cue
    return { ...cue, lines: lines.map((line, place) => (place === 0 ? `${speaker}: ${line}` : line)) }
  })
}

function voiced({ speaker, lines }: Cue): string {
  const words = lines.map(escaped).join('\n')
  return speaker === undefined ? words : `<v ${escaped(speaker)}>${words}`
}

const span = ({ start, end }: Cue, point: string) => `${time(start, point)} --> ${time(end, point)}`

function time(seconds: number, point: string): string {
  const millis = Math.round(seconds * 1_000)
  const parts = [
    Math.floor(millis / 3_600_000),
    Math.floor(millis / 60_000) % 60,
    Math.floor(millis / 1_000) % 60,
  ]
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return `${clock}${point}${String(millis % 1_000).padStart(3, '0')}`
}

const escaped = (line: string) =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A pause of this many seconds begins a paragraph. */
const PAUSE = 2

function transcript(cues: Cue[]): string {
  let text = ''
  let end = -Infinity
  for (const cue of cues) {
    if (text !== '') text += cue.start - end > PAUSE ? '\n\n' : ' '
    text += cue.lines.join(' ')
    end = cue.end
  }
  return text === '' ? '' : `${text}\n`
}
