import { Failure } from '#contract/failure.ts'
import { attributesOf, Variables, type Attributes } from './playlist-variables.ts'
import { linesOf } from './hls-lines.ts'
import { Addresses, integer, limits, malformed, tooBig } from './limits.ts'
import type { Address, ByteRange, Key, ListedLength, Run, MediaTrack } from './timeline.ts'

type HlsContext = {
  /** Address of the list after redirects. */
  url: string
  /** Variables of the list of variants. */
  parent?: ReadonlyMap<string, string>
  /** The list needs no end, as that of subtitles beside a film that has one. */
  mayGoOn?: boolean
}

/** Reads a media playlist (RFC 8216bis). */
export function readHls(text: string, context: HlsContext): MediaTrack {
  const reader = new MediaPlaylist(context)
  for (const line of linesOf(text)) reader.read(line)
  return reader.end()
}

/** Variables of a list of variants, for the media playlists that import them. */
export function variablesOf(text: string, url: string): ReadonlyMap<string, string> {
  const variables = new Variables(url)
  for (const line of linesOf(text))
    if (line.startsWith('#EXT-X-DEFINE:')) variables.define(attributesOf(line.slice(14)))
  return variables.values
}

export function importsVariables(text: string): boolean {
  for (const line of linesOf(text))
    if (line.startsWith('#EXT-X-DEFINE:') && attributesOf(line.slice(14)).has('IMPORT')) return true
  return false
}

type Pending = { seconds: number | null; range: string | null; isGap: boolean }
const NOTHING: Pending = { seconds: null, range: null, isGap: false }

class MediaPlaylist {
  readonly #url: string
  readonly #variables: Variables
  readonly #addresses = new Addresses()
  readonly #runs: Run[] = []
  #run: Run | null = null
  #map: Address | null = null
  #key: Omit<Key, 'sequence'> | null = null
  #sequence = 0
  #count = 0
  #clock: number | null = 0
  #pending = NOTHING
  #last: { url: string; end: number } | null = null
  /** Addresses of the parts of the run. */
  readonly #seen = new Set<string>()
  #isAdvertisement = false
  #isClosed: boolean
  readonly #lengths: string[] = []

  constructor({ url, parent, mayGoOn = false }: HlsContext) {
    this.#url = url
    this.#isClosed = mayGoOn
    this.#variables = new Variables(url, parent)
  }

  read(line: string): void {
    if (!line.startsWith('#')) return this.#segment(line)
    const colon = line.indexOf(':')
    const [tag, value] = colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1)]
    this.#tags.get(tag)?.(value)
  }

  end(): MediaTrack {
    if (this.#count === 0) throw new Failure('no_media')
    if (!this.#isClosed) throw new Failure('live')
    const runs = this.#runs.filter(({ parts }) => parts.length > 0)
    return { runs, isSpliced: runs.length > 1, expected: this.#expected() }
  }

  readonly #tags = new Map<string, (value: string) => void>([
    [
      '#EXTINF',
      (value) => {
        const length = /^\s*(\d{1,9}(?:\.\d*)?)(?!\d)/.exec(value)?.[1]
        this.#pending = { ...this.#pending, seconds: length === undefined ? null : Number(length) }
        if (length !== undefined) this.#lengths.push(length)
      },
    ],
    ['#EXT-X-BYTERANGE', (value) => (this.#pending = { ...this.#pending, range: value })],
    ['#EXT-X-GAP', () => (this.#pending = { ...this.#pending, isGap: true })],
    ['#EXT-X-DISCONTINUITY', () => (this.#run = null)],
    ['#EXT-X-MEDIA-SEQUENCE', (value) => (this.#sequence = integer(value) ?? 0)],
    ['#EXT-X-ENDLIST', () => (this.#isClosed = true)],
    ['#EXT-X-PLAYLIST-TYPE', (value) => (this.#isClosed ||= value.trim() === 'VOD')],
    ['#EXT-X-CUE-OUT', () => this.#mark(true)],
    ['#EXT-X-CUE-IN', () => this.#mark(false)],
    ['#EXT-X-DEFINE', (value) => this.#variables.define(attributesOf(value))],
    ['#EXT-X-KEY', (value) => this.#setKey(this.#attributes(value))],
    ['#EXT-X-MAP', (value) => this.#setMap(this.#attributes(value))],
    [
      '#EXT-X-I-FRAMES-ONLY',
      () => {
        throw new Failure('no_media', { cause: 'a list of single pictures' })
      },
    ],
    [
      '#EXT-X-SKIP',
      () => {
        throw malformed('a list of changes')
      },
    ],
    [
      '#EXT-X-STREAM-INF',
      () => {
        throw new Failure('no_media', { cause: 'a list of variants' })
      },
    ],
  ])

  #attributes(value: string): Attributes {
    return attributesOf(this.#variables.expand(value))
  }

  #mark(isAdvertisement: boolean): void {
    this.#isAdvertisement = isAdvertisement
    if (this.#run?.isAdvertisement !== isAdvertisement) this.#run = null
  }

  #setKey(attributes: Attributes): void {
    const [method, format, uri] = ['METHOD', 'KEYFORMAT', 'URI'].map((name) => attributes.get(name))
    if (method === 'NONE') return void (this.#key = null)
    if (method !== 'AES-128' || (format ?? 'identity') !== 'identity') throw new Failure('drm')
    const digits = /^0x([\da-f]{1,32})$/i.exec(attributes.get('IV') ?? '')?.[1]
    const iv = digits?.padStart(32, '0') ?? null
    const isData = /^data:/i.test(uri ?? '')
    this.#key = { url: isData ? uri! : this.#addresses.resolve(uri ?? '', this.#url), iv }
  }

  #setMap(attributes: Attributes): void {
    const uri = attributes.get('URI')
    if (uri === undefined) throw malformed('a map without an address')
    const url = this.#addresses.resolve(uri, this.#url)
    const range = rangeOf(attributes.get('BYTERANGE') ?? null, 0)
    const isSame = (map: Address | null | undefined) =>
      map?.urls[0] === url && map.range?.start === range?.start && map.range?.length === range?.length
    const known = [this.#map, this.#run?.map].find(isSame)
    this.#map = known ?? { urls: [url], range, key: this.#keyNow() }
  }

  #keyNow(): Key | null {
    return this.#key && { ...this.#key, sequence: this.#sequence }
  }

  #segment(line: string): void {
    const { seconds, range: asked, isGap } = this.#pending
    this.#pending = NOTHING
    if (++this.#count > limits.parts) throw tooBig('parts')
    const url = this.#addresses.resolve(this.#variables.expand(line), this.#url)
    const range = rangeOf(asked, this.#last?.url === url ? this.#last.end : 0)
    this.#last = range && { url, end: range.start + (range.length ?? 0) }
    const place = `${url} ${range?.start} ${range?.length}`
    // The same bytes show the same times again.
    if (this.#run?.map !== this.#map || this.#seen.has(place)) this.#run = null
    const run = (this.#run ??= this.#begin())
    this.#seen.add(place)
    if (isGap) run.gaps += seconds ?? 0
    else run.parts.push({ urls: [url], range, key: this.#keyNow(), seconds })
    this.#clock = this.#clock === null || seconds === null ? null : this.#clock + seconds
    this.#sequence++
  }

  #begin(): Run {
    this.#seen.clear()
    const isAdvertisement = this.#isAdvertisement
    const run: Run = { map: this.#map, parts: [], start: this.#clock, zero: null, isAdvertisement, gaps: 0 }
    this.#runs.push(run)
    return run
  }

  #expected(): ListedLength | null {
    const seconds = this.#clock
    if (seconds === null) return null
    // Old playlists round each length to whole seconds, so that the sum is wrong by half a second a segment.
    const isRounded = this.#lengths.every((length) => !length.includes('.'))
    const gaps = this.#runs.reduce((sum, run) => sum + run.gaps, 0)
    return { seconds, slack: (isRounded ? Math.max(1, this.#lengths.length / 2) : 1) + gaps }
  }
}

/** `<length>[@<start>]`; without a start, the range follows the one before it in the same resource. */
function rangeOf(text: string | null, next: number): ByteRange | null {
  if (text === null) return null
  const [, length, start] = /^\s*(\d{1,15})(?:@(\d{1,15}))?/.exec(text) ?? []
  if (length === undefined || Number(length) === 0) throw malformed('a byte range')
  return { start: start === undefined ? next : Number(start), length: Number(length) }
}
