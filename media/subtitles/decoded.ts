/** Bytes of text as text. `language` tells which encoding an old file has. */
export function decoded(bytes: Uint8Array, language = 'und'): string {
  const marked = markOf(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  const text = new TextDecoder().decode(bytes)
  if (!isDamaged(text)) return text
  const stated = statedIn(bytes)
  return (stated && inEncoding(bytes, stated)) || legacy(bytes, language) || text
}

/** A single wrong byte, as at the end of a file that was cut off, leaves the text readable. */
const MOST_WRONG = 0.02

/** Without a list of matches, of which a hostile text has millions. */
function isDamaged(text: string): boolean {
  let [wrong, other] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0xfffd) wrong++
    if (unit > 0x7f) other++
  }
  return wrong > 0 && wrong > MOST_WRONG * other
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** A mark of the byte order, or zeros where Latin letters have them in UTF-16. */
function markOf(bytes: Uint8Array): string | null {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 200)
  const zeros = (odd: number) => head.filter((byte, at) => byte === 0 && at % 2 === odd).length
  if (zeros(1) > head.length / 4) return 'utf-16le'
  return zeros(0) > head.length / 4 ? 'utf-16be' : null
}

const statedIn = (bytes: Uint8Array) =>
  /^<\?xml [^>]{0,200}encoding=["']([\w-]{1,40})["']/i.exec(
    String.fromCharCode(...bytes.subarray(0, 300)),
  )?.[1]

/** @param stream the last character may be incomplete */
function inEncoding(bytes: Uint8Array, label: string, stream = false): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream })
  } catch {
    return null // Other bytes than the encoding has, or no encoding of this name.
  }
}

/** By language (https://encoding.spec.whatwg.org/#names-and-labels). */
const ENCODINGS = `
  ja:shift_jis,euc-jp,iso-2022-jp zh:gb18030,big5 ko:euc-kr
  ru,uk,be,bg,mk,sr,kk,ky,mn:windows-1251 pl,cs,sk,hu,sl,hr,bs,ro,sq:windows-1250 el:windows-1253
  tr,az:windows-1254 he,iw:windows-1255 ar,fa,ur:windows-1256 et,lv,lt:windows-1257 vi:windows-1258
  th:windows-874
`
const OF_LANGUAGE = new Map(
  ENCODINGS.trim()
    .split(/\s+/)
    .map((line) => line.split(':') as [string, string])
    .flatMap(([languages, labels]) => languages.split(',').map((one) => [one, labels.split(',')] as const)),
)

/** Bytes. */
const SAMPLE = 64 * 1024
const TRADITIONAL = /^zh-(?:tw|hk|mo|hant)/i

function legacy(bytes: Uint8Array, language: string): string | null {
  const known = OF_LANGUAGE.get(language.split(/[-_]/, 1)[0]!.toLowerCase()) ?? []
  const sample = bytes.subarray(0, SAMPLE)
  const likely = LIKELY.filter(([label]) => known.length === 0 || known.includes(label))
    .filter(([label, letters, share]) => {
      const text = inEncoding(sample, label, true)
      return text !== null && countOf(text, letters) >= share * countOf(text, /[^\0-\x7f]/g)
    })
    .map(([label]) => label)
  const others = TRADITIONAL.test(language) ? known.toReversed() : known
  for (const label of [...likely, ...others, 'windows-1252']) {
    const text = inEncoding(bytes, label)
    if (text !== null) return text
  }
  return null
}

/** What most of the letters of a text in this encoding are, beside ASCII. */
const LIKELY: readonly [label: string, letters: RegExp, share: number][] = [
  ['shift_jis', /[\u3040-\u30ff]/g, 0.3],
  ['euc-jp', /[\u3040-\u30ff]/g, 0.3],
  ['euc-kr', /[\uac00-\ud7a3]/g, 0.7],
  // The most frequent characters of Chinese.
  ['gb18030', /[的一是不了我你他在有这那好吗么就]/g, 0.08],
  ['big5', /[的一是不了我你他在有這那好嗎麼就]/g, 0.08],
  ['windows-1251', /[а-яё]{3,}/gi, 0.15],
  ['windows-1250', /(?<=\p{L})[ąęłśżźć]|[łżś](?=\p{L})/gu, 0.7],
]
