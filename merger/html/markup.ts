import { looseJson } from './loose-json.ts'
import type { Tag } from './tag.ts'
import { readTags, type PageTags } from './tags.ts'

const MAX_TITLE = 1_000
const JSON_TYPE = /^\s*application\/(?:ld\+)?json\s*(?:;|$)/i

const isJson = (script: Tag) => JSON_TYPE.test(script.get('type') ?? '')

/** The text of a page, and what is read in it once. */
export class Markup {
  readonly text: string
  readonly #tags: PageTags
  readonly #byName: Map<string, Tag[]>
  #meta: Map<string, string> | undefined
  #data: unknown[] | undefined

  constructor(text: string) {
    this.text = text
    this.#tags = readTags(text)
    this.#byName = Map.groupBy(this.#tags.all, ({ name }) => name)
  }

  get tags(): readonly Tag[] {
    return this.#tags.all
  }

  /** All tags of one name, then those of the next. */
  all(...names: readonly string[]): readonly Tag[] {
    return names.flatMap((name) => this.#byName.get(name) ?? [])
  }

  /** The tags inside an element, in their order. */
  inside(tag: Tag, end = tag.end): readonly Tag[] {
    return this.#tags.all.slice(tag.at + 1, end)
  }

  /** The text that a visitor reads, with `<` in place of each tag. */
  get words(): string {
    return this.#tags.words
  }

  get title(): string | null {
    const title = this.all('title').find(({ text }) => text.trim() !== '')
    return title?.text.slice(0, MAX_TITLE).trim() ?? null
  }

  /** The first content of each name. */
  get meta(): ReadonlyMap<string, string> {
    this.#meta ??= this.#readMeta()
    return this.#meta
  }

  /** The code of scripts. */
  get scripts(): readonly string[] {
    return this.all('script').flatMap((script) => (isJson(script) ? [] : script.text))
  }

  /** The JSON of scripts: of schema.org, and of frameworks. */
  get data(): readonly unknown[] {
    this.#data ??= this.all('script')
      .filter(isJson)
      .map(({ text }) => looseJson(text))
    return this.#data
  }

  #readMeta(): Map<string, string> {
    const found = new Map<string, string>()
    for (const tag of this.all('meta')) {
      const name = (tag.get('property') ?? tag.get('name'))?.toLowerCase()
      const content = tag.get('content')?.trim()
      if (name && content && !found.has(name)) found.set(name, content)
    }
    return found
  }
}
