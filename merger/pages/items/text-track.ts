import { NOTHING, type PageItem } from './page-item.ts'

const TEXT_FILE = /\.(?:vtt|webvtt|srt|ttml|dfxp|ass|ssa|smi|sami|lrc)$/i
const TEXT_TYPE = /^(?:text\/(?:vtt|srt)|application\/(?:x-subrip|ttml\+xml))\b/i
const TEXT_KIND = /^(?:captions?|subtitles?|subs|closed[-_ ]?captions|cc|sdh)$/i
/** Small pictures of the timeline, as a list in WebVTT. */
const PICTURES = /thumb|sprite|storyboard|preview|scrub/i

/** What a page says about a file beside a film. */
type Stated = {
  link: string
  kind: string | null
  type: string | null
  language: string | null
  label: string | null
}

export const isTextFile = (link: string): boolean => TEXT_FILE.test(link.split(/[?#]/, 1)[0]!)

/** Undefined for a file that is neither text nor chapters, such as the pictures of a timeline. */
export function trackOf(stated: Stated): PageItem | undefined {
  const { link, language, label } = stated
  const kind = stated.kind?.toLowerCase() ?? ''
  if (kind === 'chapters') return { ...NOTHING, chapterFiles: [link] }
  return isText(stated, kind) ? { ...NOTHING, tracks: [{ link, language, label }] } : undefined
}

function isText({ link, type, language, label }: Stated, kind: string): boolean {
  if (PICTURES.test(`${kind} ${label ?? ''} ${link}`)) return false
  if (TEXT_KIND.test(kind)) return true
  // Scripts read it; with a language, its text is for people: EBU-TT in the pages of broadcasters.
  if (kind === 'metadata') return language !== null
  return kind !== 'descriptions' && (isTextFile(link) || TEXT_TYPE.test(type ?? ''))
}
