import { Tokenizer } from 'htmlparser2'
import { Tag } from './tag.ts'

/** So that a hostile page takes little memory: of one name, and of all. Large pages have 10,000 tags. */
const MAX_OF_NAME = 2_000
const MAX_TAGS = 50_000
/** Elements whose content is text up to their end tag. */
const TEXTS = new Set(['script', 'title'])
/** No visitor reads their content. */
const HIDDEN = new Set(['script', 'style'])

/** The tags of a page in its order, and the text between them, with `<` in place of each tag. */
export type PageTags = { all: readonly Tag[]; words: string }

/**
 * Reads a page once, in time that grows with its length. htmlparser2's `Parser` looks for each end tag among
 * all open elements, which takes minutes on a hostile page. Its `Tokenizer` has no list of them.
 */
export function readTags(html: string): PageTags {
  const reader = new TagReader(html)
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader)
  tokenizer.write(html)
  tokenizer.end()
  return { all: reader.all, words: reader.words.join('') }
}

class TagReader {
  readonly all: Tag[] = []
  readonly words: string[] = []
  readonly #html: string
  readonly #counts = new Map<string, number>()
  /** Of each name, the elements that have not ended. */
  readonly #open = new Map<string, Tag[]>()
  #tag = new Tag('', 0)
  #name = ''
  #value = ''
  #textOf: Tag | undefined

  constructor(html: string) {
    this.#html = html
  }

  onopentagname(start: number, end: number): void {
    this.#tag = new Tag(this.#html.slice(start, end).toLowerCase(), this.all.length)
  }

  onattribname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase()
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end)
  }

  onattribentity(point: number): void {
    this.#value += String.fromCodePoint(point)
  }

  onattribend(): void {
    this.#tag.add(this.#name, this.#value)
  }

  onopentagend(): void {
    const tag = this.#tag
    this.#textOf = TEXTS.has(tag.name) || HIDDEN.has(tag.name) ? tag : undefined
    this.words.push('<')
    const count = this.#counts.get(tag.name) ?? 0
    if (count >= MAX_OF_NAME || this.all.length >= MAX_TAGS) return
    this.#counts.set(tag.name, count + 1)
    this.all.push(tag)
    const open = this.#open.get(tag.name)
    if (open) open.push(tag)
    else this.#open.set(tag.name, [tag])
  }

  onselfclosingtag(): void {
    this.onopentagend()
  }

  onclosetag(start: number, end: number): void {
    const ended = this.#open.get(this.#html.slice(start, end).toLowerCase())?.pop()
    if (ended) ended.end = this.all.length
    this.#textOf = undefined
    this.words.push('<')
  }

  ontext(start: number, end: number): void {
    this.#addText(this.#html.slice(start, end))
  }

  ontextentity(point: number): void {
    this.#addText(String.fromCodePoint(point))
  }

  #addText(text: string): void {
    const tag = this.#textOf
    if (tag && TEXTS.has(tag.name)) tag.text += text
    if (!tag || !HIDDEN.has(tag.name)) this.words.push(text)
  }

  oncomment(): void {}
  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}
