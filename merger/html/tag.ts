/** So that a hostile tag takes little memory. */
const MAX_ATTRIBUTES = 64
const NONE: ReadonlyMap<string, string> = new Map()

/** The start tag of an element. Names are in lower case, and values without entities. */
export class Tag {
  readonly name: string
  /** Its place among all tags of the page. */
  readonly at: number
  /** The place of the first tag behind its element; undefined without an end tag. */
  end: number | undefined
  /** Of a script or a title. */
  text = ''
  #attributes: Map<string, string> | undefined

  constructor(name: string, at: number) {
    this.name = name
    this.at = at
  }

  get attributes(): ReadonlyMap<string, string> {
    return this.#attributes ?? NONE
  }

  get(name: string): string | undefined {
    return this.attributes.get(name)
  }

  has(name: string): boolean {
    return this.attributes.has(name)
  }

  /** The first attribute of a name counts. */
  add(name: string, value: string): void {
    this.#attributes ??= new Map()
    if (this.#attributes.size < MAX_ATTRIBUTES && !this.has(name)) this.#attributes.set(name, value)
  }
}
