import { decodeHTMLStrict } from 'entities'

const MAX_VALUES = 300
const MAX_HIDDEN = 20
const MAX_CHARACTERS = 50_000
/** A link, an object or an element in base64: "http", "{", "[{" and "<", also in a new line. */
const BASE64 =
  /(?<=["'`(=>]\s{0,20})(?:aHR0c|eyJ|W3si|P[EFGH]|PCE|Cjx|DQo8|IDx)[\w+/-]{8,20000}={0,2}(?=\s{0,20}["'`)&<])/g
/** Dean Edwards' packer: the code, the base of its numbers, and its words. */
const PACKED =
  /\}\('((?:[^'\\]|\\.){1,100000})',(\d{1,2}),\d{1,5},'((?:[^'\\]|\\.){0,100000})'\.split\('\|'\)/g

/** A page as its scripts see it, and the texts that they decode: percent escapes, base64 and packed code. */
export function plainTexts(html: string): string[] {
  const plain = joined(unescaped(html))
  const percent = /%(?:3A%2F%2F|3Cvideo|3Ciframe|22http)/i.test(plain)
    ? [plain.replace(/%[2-7][\da-f]/gi, (one) => String.fromCharCode(Number.parseInt(one.slice(1), 16)))]
    : []
  const base64 = some(
    plain.matchAll(BASE64),
    ([text]) => `"${unescaped(Buffer.from(text, 'base64').toString('utf8'))}"`,
  )
  const packed = some(html.matchAll(PACKED), ([, code, base, words]) =>
    unescaped(unpacked(code!.replaceAll("\\'", "'"), Number(base), words!.split('|'))),
  )
  return [plain, ...percent, ...base64, ...packed]
}

const STRING = /(?<![\w$.])([A-Za-z_$][\w$]{0,40})\s{0,9}=\s{0,9}(["'])([^"'\\\n<>]{1,500})\2/g
const NEXT_STRING = /(["'])\s{0,9}\+\s{0,9}\1/g
const USED =
  /(?<![\w$.])([A-Za-z_$][\w$]{0,40})\s{0,9}\+\s{0,9}(["'])|\$\{\s{0,9}([A-Za-z_$][\w$]{0,40})\s{0,9}\}/g

/** Strings that a script adds to each other or to a variable, as one: `host + "/film" + ".mp4"`. */
function joined(text: string): string {
  const together = text.replace(NEXT_STRING, '')
  if (together.search(USED) < 0) return together
  const values = new Map<string, string>()
  for (const [, name, , value] of together.matchAll(STRING))
    if (values.set(name!, value!).size >= MAX_VALUES) break
  let left = MAX_CHARACTERS
  return together.replace(USED, (whole: string, name?: string, quote = '', inside?: string) => {
    const value = values.get(name ?? inside!)
    left -= value?.length ?? 0
    return value === undefined || left < 0 ? whole : `${quote}${value}`
  })
}

/** Without the escapes of HTML and of strings in scripts. */
export const unescaped = (text: string): string =>
  decodeHTMLStrict(text)
    .replace(/\\{1,3}(["'/])/g, '$1')
    .replace(/\\{1,2}(?:u00|x)([2-7][\da-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )

function some<T>(all: Iterable<T>, read: (one: T) => string): string[] {
  const found: string[] = []
  for (const one of all) if (found.push(read(one).slice(0, MAX_CHARACTERS)) >= MAX_HIDDEN) break
  return found
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

function unpacked(code: string, base: number, words: readonly string[]): string {
  if (base < 2 || base > DIGITS.length) return ''
  const numberOf = (text: string) =>
    Array.from(text).reduce((sum, digit) => sum * base + DIGITS.indexOf(digit), 0)
  let left = MAX_CHARACTERS
  return code.replace(/\b[\da-zA-Z]{1,4}\b/g, (text) => {
    const word = words[numberOf(text)] || text
    left -= word.length
    return left < 0 ? '' : word
  })
}
