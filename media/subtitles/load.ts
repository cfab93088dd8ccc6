import { Failure } from '#contract/failure.ts'
import { joined } from '../bytes.ts'
import { readDash, timelineOf, type Presentation } from '../lists/dash.ts'
import { readHls } from '../lists/hls.ts'
import type { Address, MediaTrack, Part, Run } from '../lists/timeline.ts'
import { inOrder, MAX_CUES, type Cue } from './cue.ts'
import { decoded } from './decoded.ts'
import { textCues, textPlaces, textSamples, trackInFile } from './in-file/in-file.ts'
import { cuesInFile } from './in-file/load.ts'
import { readSubtitles } from './read.ts'
import { joinSegments, shiftOf, withoutSeams, type Segment } from './segments.ts'
import { AT_ONCE, lostPart, type SubtitleSource } from './source.ts'
import { isMp4, readTextTrack } from './text-track.ts'

export type SubtitleLink = {
  url: string
  /** DASH: the id of the Representation; `url` is that of the manifest. Or that of `inFile`. */
  track?: string | undefined
  language: string
}

/** Longer than nearly all subtitles of a film. */
const LONG_BYTES = 1024 ** 2

type Later<T> = T | Promise<T>
type SubtitleReaders = {
  [Name in keyof typeof subtitleReaders]: (
    ...args: Parameters<(typeof subtitleReaders)[Name]>
  ) => Later<ReturnType<(typeof subtitleReaders)[Name]>>
}

/**
 * Throws `no_subtitles` for bytes without any, `too_big` and the failures of the source.
 * @param readers where the bytes are read
 */
export async function loadSubtitles(
  link: SubtitleLink,
  source: SubtitleSource,
  readers: SubtitleReaders = subtitleReaders,
): Promise<Cue[]> {
  const own = trackInFile(link.track)
  if (own !== null) return await cuesInFile({ url: link.url, track: own }, source, readers)
  const { bytes, url } = await source.fetch({ urls: [link.url], range: null, key: null })
  const list = isMp4(bytes) ? null : await readers.listIn(bytes, url, link)
  if (list) return await cuesOfList(list, link.language, source, readers)
  if (bytes.length > LONG_BYTES) await source.onCostly?.()
  const { cues } = await readers.read(bytes, link.language)
  return spokenIn(cues)
}

/** An error of an API, or a file with nothing but its first line, is no success. */
function spokenIn(cues: Cue[] | undefined): Cue[] {
  if (!cues || cues.length === 0) throw new Failure('no_subtitles')
  return cues
}

function listIn(
  bytes: Uint8Array,
  url: string,
  { track, language }: Omit<SubtitleLink, 'url'>,
): MediaTrack | null {
  const text = decoded(bytes, language)
  if (text.trimStart().startsWith('#EXTM3U')) return readHls(text, { url, mayGoOn: true })
  return track === undefined ? null : trackOf(readDash(text, url), track)
}

/** A period of advertisements has no subtitles. */
function trackOf({ periods }: Presentation, id: string): MediaTrack {
  const all = periods.flatMap(({ representations }) => representations)
  const wanted = all.find((one) => one.id === id)
  if (!wanted) throw new Failure('format_gone', { cause: `no ${id} in the manifest` })
  const alike = periods.map((period) => ({
    ...period,
    representations: period.representations.filter(
      (one) =>
        one.id === id ||
        (one.kind === wanted.kind &&
          one.language === wanted.language &&
          one.roles.join() === wanted.roles.join()),
    ),
  }))
  return timelineOf({ periods: alike.filter(({ representations }) => representations.length > 0) }, wanted)
}

type Placed = Part & { run: Run; start: number | null }

async function cuesOfList(
  { runs }: MediaTrack,
  language: string,
  source: SubtitleSource,
  readers: SubtitleReaders,
): Promise<Cue[]> {
  const parts = runs.flatMap(placedParts)
  if (parts.length > source.maxSegments) throw new Failure('too_big')
  await source.onCostly?.()
  const maps = new Map<Address, Promise<Uint8Array>>()
  const mapOf = ({ map }: Run) => {
    if (map && !maps.has(map))
      maps.set(
        map,
        source.fetch(map).then(({ bytes }) => bytes),
      )
    return map && maps.get(map)!
  }
  const segments: Segment[] = []
  const lost: Failure[] = []
  const bytesOf = (part: Placed, parallel: number) =>
    source.fetch(part, parallel).then(
      ({ bytes }) => bytes,
      (error: unknown) => {
        lost.push(lostPart(error))
        return new Uint8Array()
      },
    )
  let count = 0
  for (let at = 0; at < parts.length && count < MAX_CUES; at += AT_ONCE) {
    const group = parts.slice(at, at + AT_ONCE)
    const answers = group.map(async (part) => {
      const [map, bytes] = await Promise.all([mapOf(part.run), bytesOf(part, group.length)])
      const { run, start, seconds } = part
      const found = await readers.read(map && isMp4(bytes) ? joined([map, bytes]) : bytes, language)
      return { run, start, seconds, ...found }
    })
    segments.push(...(await Promise.all(answers)))
    count = segments.reduce((sum, { cues = [] }) => sum + cues.length, 0)
  }
  if (lost.length === segments.length && lost[0]) throw lost[0]
  return spokenIn(joinSegments(segments))
}

function placedParts(run: Run): Placed[] {
  let at = run.start
  return run.parts.map((part) => {
    const start = at
    at = at === null || part.seconds === null ? null : at + part.seconds
    return { ...part, run, start }
  })
}

const FIRST_WORDS = /^\s*(?:WEBVTT|<\?xml|<(?:\w+:)?tt\b)/

/** As the parts of a list begin. */
export const beginsWithSubtitles = (bytes: Uint8Array): boolean =>
  isMp4(bytes) || FIRST_WORDS.test(new TextDecoder().decode(bytes.subarray(0, 100)))

function read(bytes: Uint8Array, language: string): Pick<Segment, 'cues' | 'shift' | 'first'> {
  if (isMp4(bytes)) {
    const track = readTextTrack(bytes)
    return { cues: track && inOrder(withoutSeams(track.cues)), shift: null, first: track?.first ?? null }
  }
  const text = decoded(bytes, language)
  return { cues: readSubtitles(text), shift: shiftOf(text), first: null }
}

/** Pure, and all that reads the bytes of strangers. */
export const subtitleReaders = { listIn, read, textPlaces, textSamples, textCues }
