import { limits, malformed, tooBig } from './limits.ts'

export type XmlElement = {
  /** Without its namespace prefix; the names of attributes keep theirs. */
  name: string
  attributes: Map<string, string>
  children: XmlElement[]
  text: string
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const NAME = /[^\s/>=<"']{1,200}/y
const SPACE = /\s*/y
const VALUE = /\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y

/** Reads a document without a document type, so that no entity can be declared. */
export function readXml(text: string): XmlElement {
  return new Reader(text).document()
}

class Reader {
  readonly #text: string
  #at = 0
  #nodes = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): XmlElement {
    const root: XmlElement = { name: '', attributes: new Map(), children: [], text: '' }
    const open = [root]
    while (this.#at < this.#text.length) {
      const parent = open.at(-1)!
      const tag = this.#text.indexOf('<', this.#at)
      const end = tag < 0 ? this.#text.length : tag
      if (open.length > 1 && end - this.#at <= limits.line)
        parent.text += decoded(this.#text.slice(this.#at, end))
      this.#at = end
      if (tag < 0) break
      if (this.#skips()) continue
      if (this.#text[tag + 1] === '/') {
        this.#at = this.#after('>')
        if (open.length > 1) open.pop()
        continue
      }
      const { element, isEmpty } = this.#tag()
      parent.children.push(element)
      if (++this.#nodes > limits.nodes) throw tooBig('elements')
      if (isEmpty) continue
      if (open.push(element) > limits.depth) throw tooBig('depth')
    }
    const [top] = root.children
    if (!top || open.length > 1) throw malformed('XML that is cut off')
    return top
  }

  #skips(): boolean {
    const starts = (mark: string) => this.#text.startsWith(mark, this.#at)
    if (starts('<!--')) this.#at = this.#after('-->')
    else if (starts('<?')) this.#at = this.#after('?>')
    else if (starts('<![CDATA[')) this.#at = this.#after(']]>')
    else if (starts('<!')) throw malformed('a document type')
    else return false
    return true
  }

  #tag(): { element: XmlElement; isEmpty: boolean } {
    this.#at++
    const name = this.#match(NAME)?.[0]
    if (name === undefined) throw malformed('a tag')
    const attributes = new Map<string, string>()
    for (;;) {
      this.#match(SPACE)
      if (this.#text.startsWith('/>', this.#at)) {
        this.#at += 2
        return { element: { name: local(name), attributes, children: [], text: '' }, isEmpty: true }
      }
      if (this.#text[this.#at] === '>') {
        this.#at++
        return { element: { name: local(name), attributes, children: [], text: '' }, isEmpty: false }
      }
      const key = this.#match(NAME)?.[0]
      const value = this.#match(VALUE)
      if (key === undefined || !value) throw malformed('a tag')
      if (attributes.size === limits.attributes) throw tooBig('attributes')
      const content = value[1] ?? value[2] ?? ''
      if (content.length > limits.line) throw tooBig('an attribute')
      attributes.set(key, decoded(content))
    }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at = pattern.lastIndex
    return found
  }

  #after(mark: string): number {
    const at = this.#text.indexOf(mark, this.#at)
    if (at < 0) throw malformed('XML that is cut off')
    return at + mark.length
  }
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi,
    (all: string, digits?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES.get(name) ?? all
      const code = digits === undefined ? Number.parseInt(hex!, 16) : Number(digits)
      return code <= 0x10ffff ? String.fromCodePoint(code) : all
    },
  )
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}
