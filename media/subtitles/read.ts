import { fromAss } from './ass.ts'
import { inOrder, type Cue } from './cue.ts'
import { fromBlocks, isInBlocks } from './blocks.ts'
import { fromJson } from './json.ts'
import { fromLines, isInLines } from './lines.ts'
import { fromSami } from './sami.ts'
import { fromSrv } from './srv.ts'
import { fromTtml } from './ttml.ts'

/** Undefined for a text in no known form. */
export function readSubtitles(source: string): Cue[] | undefined {
  const text = source.replace(/^\ufeff/, '').trimStart()
  const cues = readerOf(text)?.(text)
  return cues && inOrder(cues)
}

/** A name can end in the extension of another form, so only the text decides. */
function readerOf(text: string): ((text: string) => Cue[]) | undefined {
  if (/^[{[]\s*["{[\]}]/.test(text)) return fromJson
  const head = text.slice(0, 2_000)
  if (text.startsWith('<')) {
    if (/<(?:timedtext|transcript)\b/i.test(head)) return fromSrv
    if (/<(?:\w+:)?tt[\s>]/i.test(head)) return fromTtml
    if (/<sami\b/i.test(head)) return fromSami
  }
  if (/^\[(?:script info|v4\+? styles|events)\]/im.test(head)) return fromAss
  if (isInBlocks(text)) return fromBlocks
  return isInLines(head) ? fromLines : undefined
}
