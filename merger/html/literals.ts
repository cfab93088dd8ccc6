/** So that a hostile script takes little memory. */
const MAX_VALUES = 50_000
const MAX_DEPTH = 200
const WORD = /[\w$.-]+/y
const ESCAPE = /\\(?:u([\da-f]{4})|x([\da-f]{2})|(\r\n|[^]))/gi
const NAMED: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '\n': '', '\r\n': '' }
const CONSTANTS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

type Literals = { [name: string]: unknown }

/** What has been read since the last comma: a value, or a name before a colon. */
type Part = { value: unknown; name?: string | undefined; isAdded: boolean }
/** Behind an operator, no value is the whole one. */
const COMPUTED: Part = { value: undefined, isAdded: true }

type Open = { list: unknown[] | null; named: Literals; key: string | null; part: Part | null }

/**
 * The objects, lists and strings that a script or a hand-written JSON states, in time that grows with its
 * length. Nothing runs: what a script computes is undefined. Arguments of a call are a list, and what a block
 * of code states without a name stands under `''`. In JSON, a string may have line breaks.
 */
export function literalsIn(text: string, isJson = false): Literals {
  return new LiteralReader(text, isJson).read()
}

class LiteralReader {
  readonly #text: string
  readonly #open: Open[] = []
  #at = 0
  #left = MAX_VALUES
  readonly #isJson: boolean
  /** Whether a slash begins a regular expression here, but for places where none ends before this one. */
  #isStart = true
  #noPatternBefore = 0

  constructor(text: string, isJson: boolean) {
    this.#text = text
    this.#isJson = isJson
  }

  read(): Literals {
    const root = opened('{')
    this.#open.push(root)
    while (this.#mayGoOn) this.#step(this.#text[this.#at]!)
    while (this.#open.length > 1) this.#close()
    this.#commit()
    return root.named
  }

  get #mayGoOn(): boolean {
    return this.#at < this.#text.length && this.#left > 0 && this.#open.length < MAX_DEPTH
  }

  get #inner(): Open {
    return this.#open.at(-1)!
  }

  #step(sign: string): void {
    if (sign === '"' || sign === "'" || sign === '`') return this.#string(sign)
    if (sign === '/') return this.#slash()
    WORD.lastIndex = this.#at
    const [word] = WORD.exec(this.#text) ?? []
    if (word !== undefined) return this.#word(word)
    this.#at++
    if (sign.trim() === '') return
    this.#isStart = !'})]'.includes(sign)
    if ('{[('.includes(sign)) this.#open.push(opened(sign))
    else if ('})]'.includes(sign) && this.#open.length > 1) this.#close()
    else if (sign === ',' || sign === ';') this.#commit()
    else if (sign === ':' || sign === '=') this.#name()
    else if (sign === '+') this.#add()
    else this.#inner.part = '|&?!'.includes(sign) ? null : COMPUTED
  }

  #string(quote: string): void {
    const start = this.#at + 1
    const end = closing(this.#text, start, quote, this.#isJson || quote === '`')
    this.#at = end + 1
    this.#isStart = false
    const value = plain(this.#text.slice(start, end))
    const { part } = this.#inner
    if (!part?.isAdded) return this.#begin({ value, name: value, isAdded: false })
    const sum = typeof part.value === 'string' ? part.value + value : undefined
    this.#inner.part = { value: sum, isAdded: false }
  }

  /** A line of a script may end without a sign. */
  #begin(part: Part): void {
    if (!this.#inner.list && this.#inner.part?.value !== undefined) this.#commit()
    this.#inner.part = part
  }

  #slash(): void {
    const next = this.#text[this.#at + 1]
    if (next === '/' || next === '*') {
      const end = this.#text.indexOf(next === '/' ? '\n' : '*/', this.#at + 2)
      this.#at = end < 0 ? this.#text.length : end + (next === '/' ? 1 : 2)
      return
    }
    const mayBegin = this.#isStart && this.#at >= this.#noPatternBefore
    const end = mayBegin ? patternEnd(this.#text, this.#at + 1) : -1
    if (mayBegin && end < 0) this.#noPatternBefore = lineEnd(this.#text, this.#at)
    this.#at = end < 0 ? this.#at + 1 : end
    this.#isStart = end < 0
    this.#inner.part = COMPUTED
  }

  #word(word: string): void {
    this.#at += word.length
    this.#isStart = word === 'return'
    const value = CONSTANTS.has(word) ? CONSTANTS.get(word) : finite(Number(word))
    const isAdded = this.#inner.part?.isAdded ?? false
    const part = { value: isAdded ? undefined : value, name: word.split('.').at(-1), isAdded: false }
    if (isAdded) this.#inner.part = part
    else this.#begin(part)
  }

  #name(): void {
    const { part } = this.#inner
    this.#inner.key = part?.name ?? null
    this.#inner.part = null
  }

  #add(): void {
    const { part } = this.#inner
    if (part) this.#inner.part = { value: part.value, isAdded: true }
  }

  #commit(): void {
    const inner = this.#inner
    const value = inner.part?.value
    const { key } = inner
    inner.part = null
    inner.key = null
    if (value === undefined) return
    this.#left--
    if (inner.list) inner.list.push(value)
    else if (key !== null && !(key in inner.named)) inner.named[key] = value
    else if (typeof value === 'object') ((inner.named[''] ??= []) as unknown[]).push(value)
  }

  #close(): void {
    this.#commit()
    const { list, named } = this.#open.pop()!
    this.#inner.part = { value: list ?? named, isAdded: false }
    // A block of code and the arguments of a call end without a comma.
    if (!this.#inner.list) this.#commit()
  }
}

function opened(sign: string): Open {
  const named = Object.create(null) as Literals
  return { list: sign === '{' ? null : [], named, key: null, part: null }
}

/** The place of the closing quote, else the end of the line: behind an apostrophe, or of the text. */
function closing(text: string, start: number, quote: string, hasLines: boolean): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote || (text[at] === '\n' && !hasLines)) return at
  }
  return text.length
}

/** The place behind a regular expression; -1 if none ends on the line. */
function patternEnd(text: string, start: number): number {
  let isInClass = false
  for (let at = start; at < text.length && text[at] !== '\n'; at++) {
    const sign = text[at]
    if (sign === '\\') at++
    else if (sign === '[') isInClass = true
    else if (sign === ']') isInClass = false
    else if (sign === '/' && !isInClass) return at + 1
  }
  return -1
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end < 0 ? text.length : end
}

const finite = (number: number) => (Number.isFinite(number) ? number : undefined)

const plain = (raw: string): string =>
  raw.includes('\\')
    ? raw.replace(ESCAPE, (_, unicode?: string, hex?: string, sign = '') => {
        const code = unicode ?? hex
        return code ? String.fromCharCode(Number.parseInt(code, 16)) : (NAMED[sign] ?? sign)
      })
    : raw
