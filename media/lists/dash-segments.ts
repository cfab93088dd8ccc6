import { Addresses, decimal, integer, limits, malformed, tooBig } from './limits.ts'
import type { Address, ByteRange, Part } from './timeline.ts'
import { segmentTemplate, type SegmentTemplate } from './segment-template.ts'
import { childOf, childrenOf, type XmlElement } from './xml.ts'

/** What the levels of one Representation say together (ISO/IEC 23009-1, section 5.3.9). */
export type SegmentSource = {
  /** From the Period down to the Representation. */
  levels: XmlElement[]
  bases: string[]
  id: string
  bandwidth: string
  /** null = the manifest does not say. */
  periodSeconds: number | null
}

type Segments = {
  map: Address | null
  parts: Part[]
  /** What the clock of the media shows at the start of the period. */
  zero: number
  /** null = the lengths of the segments are not listed. */
  seconds: number | null
}

type Listed = Pick<Part, 'seconds' | 'mayMiss'> & { number: number; time: number }

export function segmentsOf(source: SegmentSource, addresses: Addresses): Segments {
  const of = (kind: string) => source.levels.flatMap((level) => childrenOf(level, kind).slice(0, 1))
  const [templates, lists, bases] = ['SegmentTemplate', 'SegmentList', 'SegmentBase'].map(of)
  if (templates!.length > 0) return new SegmentReader(source, templates!, addresses).template()
  if (lists!.length > 0) return new SegmentReader(source, lists!, addresses).list()
  return new SegmentReader(source, bases!, addresses).file()
}

class SegmentReader {
  readonly #source: SegmentSource
  readonly #elements: XmlElement[]
  readonly #addresses: Addresses
  readonly #timescale: number
  readonly #offset: number

  constructor(source: SegmentSource, elements: XmlElement[], addresses: Addresses) {
    this.#source = source
    this.#elements = elements
    this.#addresses = addresses
    this.#timescale = Math.max(1, integer(this.#get('timescale')) ?? 1)
    this.#offset = integer(this.#get('presentationTimeOffset')) ?? 0
  }

  template(): Segments {
    const media = this.#get('media')
    if (media === undefined) return this.file()
    const start = this.#get('initialization')
    const map =
      start === undefined ? this.#initialization() : this.#address(this.#template(start)(0, 0), null)
    const linkOf = this.#template(media)
    return this.#segments(map, this.#listed(null), ({ number, time }) => [linkOf(number, time), null])
  }

  list(): Segments {
    const urls = childrenOf(this.#nearest('SegmentURL'), 'SegmentURL')
    if (urls.length > limits.parts) throw tooBig('parts')
    const first = integer(this.#get('startNumber')) ?? 1
    return this.#segments(this.#initialization(), this.#listed(urls.length), ({ number }) => {
      const { attributes } = urls[number - first]!
      return [attributes.get('media') ?? '', rangeOf(attributes.get('mediaRange'))]
    })
  }

  file(): Segments {
    const { periodSeconds: seconds } = this.#source
    const part = { ...this.#address('', { start: 0, length: null }), seconds }
    return { map: null, parts: [part], zero: this.#offset / this.#timescale, seconds: null }
  }

  #segments(
    map: Address | null,
    listed: Listed[],
    linkOf: (one: Listed) => [link: string, range: ByteRange | null],
  ): Segments {
    const parts = listed.map((one) => {
      const { seconds, mayMiss } = one
      return { ...this.#address(...linkOf(one)), seconds, ...(mayMiss && { mayMiss }) }
    })
    const known = parts.every(({ seconds }) => seconds !== null)
    return {
      map,
      parts,
      zero: this.#offset / this.#timescale,
      seconds: known ? parts.reduce((sum, { seconds }) => sum + seconds!, 0) : null,
    }
  }

  /** @param count number of addresses in the list; null = a template gives any number */
  #listed(count: number | null): Listed[] {
    const first = integer(this.#get('startNumber')) ?? 1
    const last = integer(this.#get('endNumber'))
    const most = Math.min(count ?? Infinity, last === null ? Infinity : Math.max(0, last - first + 1))
    const timeline = this.#nearest('SegmentTimeline')
    if (timeline) return this.#timeline(childrenOf(childOf(timeline, 'SegmentTimeline'), 'S'), first, most)
    return this.#even(first, most, count !== null)
  }

  #even(first: number, most: number, isList: boolean): Listed[] {
    const ticks = decimal(this.#get('duration'))
    const { periodSeconds } = this.#source
    if (ticks === 0) throw malformed('a segment without length')
    const length = ticks === null ? null : ticks / this.#timescale
    const inPeriod =
      length === null || periodSeconds === null ? Infinity : Math.ceil(periodSeconds / length - 1e-6)
    const count = isList ? most : Math.min(most, length === null ? 1 : inPeriod)
    if (count === Infinity) throw malformed('a period without an end')
    if (count > limits.parts) throw tooBig('parts')
    return Array.from({ length: count }, (_, index) => {
      const rest = periodSeconds === null || length === null ? length : periodSeconds - index * length
      const seconds = length === null || rest === null ? null : Math.max(0, Math.min(length, rest))
      const mayMiss = !isList && index > 0 && index === count - 1 && rest !== length
      const time = this.#offset + index * (ticks ?? 0)
      return { number: first + index, time, seconds, ...(mayMiss && { mayMiss }) }
    })
  }

  #timeline(all: XmlElement[], first: number, most: number): Listed[] {
    const { periodSeconds } = this.#source
    const end = periodSeconds === null ? null : this.#offset + periodSeconds * this.#timescale
    const listed: Listed[] = []
    let time = 0
    for (const [index, { attributes }] of all.entries()) {
      const length = integer(attributes.get('d'))
      if (!length) throw malformed('a segment without length')
      time = integer(attributes.get('t')) ?? time
      const next = integer(all[index + 1]?.attributes.get('t')) ?? end
      const repeat = attributes.get('r')?.trim() ?? '0'
      const times = repeat.startsWith('-')
        ? next === null
          ? NaN
          : Math.max(1, Math.ceil((next - time) / length - 1e-6))
        : (integer(repeat) ?? NaN) + 1
      if (Number.isNaN(times)) throw malformed('a repeat without an end')
      const count = Math.min(times, most - listed.length)
      if (listed.length + count > limits.parts) throw tooBig('parts')
      for (let each = 0; each < count; each++, time += length)
        listed.push({ number: first + listed.length, time, seconds: length / this.#timescale })
    }
    return listed
  }

  #initialization(): Address | null {
    const element = childOf(this.#nearest('Initialization'), 'Initialization')
    if (!element) return null
    const range = rangeOf(element.attributes.get('range'))
    return this.#address(element.attributes.get('sourceURL') ?? '', range)
  }

  #address(link: string, range: ByteRange | null): Address {
    const urls = [...new Set(this.#source.bases.map((base) => this.#addresses.resolve(link, base)))]
    return { urls, range, key: null }
  }

  #get(name: string): string | undefined {
    return this.#elements.findLast(({ attributes }) => attributes.has(name))?.attributes.get(name)
  }

  /** The lowest level that has such a child decides. */
  #nearest(name: string): XmlElement | undefined {
    return this.#elements.findLast((element) => childOf(element, name))
  }

  #template(text: string): SegmentTemplate {
    const { id, bandwidth } = this.#source
    return segmentTemplate(text, { RepresentationID: id, Bandwidth: bandwidth })
  }
}

function rangeOf(text: string | undefined): ByteRange | null {
  if (text === undefined) return null
  const [, first, last] = /^\s*(\d{1,15})-(\d{1,15})\s*$/.exec(text) ?? []
  if (first === undefined || Number(last) < Number(first)) throw malformed('a byte range')
  return { start: Number(first), length: Number(last) - Number(first) + 1 }
}
