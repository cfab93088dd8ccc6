import { codecFamily, pictureRow, soundRow } from '#contract/codecs/codecs.ts'
import { Failure } from '#contract/failure.ts'
import { segmentsOf, type SegmentSource } from './dash-segments.ts'
import { Addresses, decimal, integer, limits, malformed, tooBig } from './limits.ts'
import { headerOf, type MediaTrack, type Part, type Run } from './timeline.ts'
import { childrenOf, readXml, type XmlElement } from './xml.ts'

/** One Representation of one Period. */
export type Representation = {
  id: string
  kind: 'video' | 'audio' | 'both' | 'other'
  codecs: string[]
  height: number | null
  /** Bits per second. */
  bandwidth: number
  language: string | null
  label: string | null
  /** Values of Role and Accessibility. */
  roles: string[]
  isProtected: boolean
  isTrick: boolean
  source: SegmentSource
}

type Period = { start: number; seconds: number | null; representations: Representation[] }

/** ISO/IEC 23009-1. */
export type Presentation = { periods: Period[] }

export function readDash(text: string, url: string, now = Date.now()): Presentation {
  const root = readXml(text)
  if (root.name !== 'MPD') throw malformed(`the element ${root.name}`)
  const total = secondsOf(root.attributes.get('mediaPresentationDuration'))
  if (root.attributes.get('type') === 'dynamic' && !hasEnded(root, total, now)) throw new Failure('live')
  const addresses = new Addresses()
  const bases = basesOf(root, [url], addresses)
  const elements = childrenOf(root, 'Period')
  if (elements.length > limits.periods) throw tooBig('periods')
  // Recordings of a broadcast can count from the start of the broadcast, or from 1970.
  const origin = secondsOf(elements[0]?.attributes.get('start')) ?? 0
  const startOf = (element: XmlElement | undefined) => {
    const at = secondsOf(element?.attributes.get('start'))
    return at === null ? null : at - origin
  }
  const end = total !== null && total > origin ? total - origin : total
  let count = 0
  let start = 0
  const periods = elements.flatMap((element, index) => {
    start = startOf(element) ?? start
    const next = elements[index + 1] ? startOf(elements[index + 1]) : end
    const listed = secondsOf(element.attributes.get('duration'))
    const seconds = listed ?? (next === null ? null : Math.max(0, next - start))
    const representations = representationsOf(element, basesOf(element, bases, addresses), seconds, addresses)
    count += representations.length
    if (count > limits.tracks) throw tooBig('representations')
    const period = { start, seconds, representations }
    start += seconds ?? 0
    return seconds === 0 ? [] : [period]
  })
  return { periods }
}

/** A recording of a broadcast keeps its type, but its last segment is older than its end. */
function hasEnded(root: XmlElement, total: number | null, now: number): boolean {
  const start = Date.parse(root.attributes.get('availabilityStartTime') ?? '')
  return total !== null && start + total * 1_000 < now
}

const DESCRIPTORS = ['Label', 'Role', 'Accessibility', 'ContentProtection', 'EssentialProperty'] as const

function representationsOf(
  period: XmlElement,
  periodBases: string[],
  periodSeconds: number | null,
  addresses: Addresses,
): Representation[] {
  return childrenOf(period, 'AdaptationSet').flatMap((set) => {
    const elements = childrenOf(set, 'Representation')
    if (elements.length > limits.tracks) throw tooBig('representations')
    const shared = new Map(DESCRIPTORS.map((name) => [name, descriptorsOf(set, name)]))
    const setBases = basesOf(set, periodBases, addresses)
    return elements.map((element): Representation => {
      const get = (name: string) => element.attributes.get(name) ?? set.attributes.get(name)
      const both = (name: (typeof DESCRIPTORS)[number]) => [
        ...shared.get(name)!,
        ...descriptorsOf(element, name),
      ]
      const codecs = (get('codecs') ?? '')
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean)
      const id = element.attributes.get('id') ?? ''
      return {
        id,
        kind: kindOf(get('contentType'), get('mimeType') ?? '', codecs),
        codecs,
        height: integer(get('height')),
        bandwidth: integer(element.attributes.get('bandwidth')) ?? 0,
        language: get('lang') ?? null,
        label: both('Label')[0]?.text.trim() || (set.attributes.get('label') ?? null),
        roles: [...both('Role'), ...both('Accessibility')].flatMap(
          (role) => role.attributes.get('value') ?? [],
        ),
        isProtected: both('ContentProtection').length > 0,
        isTrick: both('EssentialProperty').some(({ attributes }) =>
          /trickmode/i.test(attributes.get('schemeIdUri') ?? ''),
        ),
        source: {
          levels: [period, set, element],
          bases: basesOf(element, setBases, addresses),
          id,
          bandwidth: element.attributes.get('bandwidth') ?? '',
          periodSeconds,
        },
      }
    })
  })
}

const descriptorsOf = (element: XmlElement, name: string) =>
  childrenOf(element, name).slice(0, limits.descriptors)

function basesOf(element: XmlElement, parents: string[], addresses: Addresses): string[] {
  const own = childrenOf(element, 'BaseURL').slice(0, limits.baseUrls)
  if (own.length === 0) return parents
  // The first address of each level is the one that its author prefers.
  const all = parents.flatMap((parent) => own.map(({ text }) => addresses.resolve(text.trim(), parent)))
  return [...new Set(all)].slice(0, limits.baseUrls)
}

function kindOf(content: string | undefined, mime: string, codecs: string[]): Representation['kind'] {
  const isVideo = codecs.some(pictureRow)
  const isAudio = codecs.some(soundRow)
  if (isVideo && isAudio) return 'both'
  const stated = content ?? mime.split('/')[0]
  if (stated === 'video' || stated === 'audio') return stated
  return isVideo ? 'video' : isAudio ? 'audio' : 'other'
}

/** A Representation over all periods, as one track on one clock. */
export function timelineOf({ periods }: Presentation, wanted: Representation): MediaTrack {
  const addresses = new Addresses()
  let count = 0
  const found = periods.map(({ start, seconds, representations }, index) => {
    const same = representations.includes(wanted) ? wanted : continuationOf(wanted, representations)
    if (!same) throw new Failure('split', { cause: `no ${wanted.kind} in the period at ${start} s` })
    if (same.isProtected) throw new Failure('drm')
    const { map, parts, zero, seconds: listed } = segmentsOf(same.source, addresses)
    count += parts.length
    if (count > limits.parts) throw tooBig('parts')
    const run: Run = { map, parts, start, zero, isAdvertisement: false, gaps: 0 }
    // Players stop at the end of a period. The end of the last one may be rounded.
    const isPart = periods.length > 1 && (listed === null || index < periods.length - 1)
    if (isPart && seconds !== null) run.seconds = seconds
    const shown =
      periods.length > 1 && seconds !== null && listed !== null ? Math.min(listed, seconds) : listed
    return { run, seconds: shown ?? seconds }
  })
  const used = found.filter(({ run }) => run.parts.length > 0)
  if (used.length === 0) throw new Failure('no_media')
  const known = used.every(({ seconds }) => seconds !== null)
  const total = used.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)
  return {
    runs: withoutRepeated(used.map(({ run }) => run)),
    isSpliced: periods.length > 1,
    expected: known && total > 0 ? { seconds: total, slack: Math.max(1, 0.1 * used.length) } : null,
  }
}

/** A segment that reaches over the end of a period stands in the next one again, at the same time. */
function withoutRepeated(all: Run[]): Run[] {
  const runs: Run[] = []
  for (const [index, run] of all.entries()) {
    const repeated = repeatedParts(run, all[index - 1])
    const rest = { ...run, parts: run.parts.slice(repeated) }
    const [before] = repeated > 0 ? runs.slice(-1) : []
    // What is repeated is shown in the run before.
    if (before && rest.parts.length === 0 && before.seconds && run.seconds) before.seconds += run.seconds
    else delete before?.seconds
    if (rest.parts.length > 0) runs.push(rest)
  }
  return runs
}

function repeatedParts(run: Run, before: Run | undefined): number {
  const [own, other] = [offsetOf(run), before ? offsetOf(before) : null]
  const last = before?.parts.at(-1)
  if (!last || own === null || other === null || Math.abs(own - other) > SAME_TIME) return 0
  const isLast = ({ urls: [url], range }: Part) =>
    url === last.urls[0] && headerOf(range) === headerOf(last.range)
  return run.parts.findIndex(isLast) + 1
}

/** Seconds. Programs round the start of a period. */
const SAME_TIME = 0.01

const offsetOf = ({ start, zero }: Run): number | null =>
  start === null || zero === null ? null : start - zero

/** Another period may name the same track by another id, or have other sizes. */
function continuationOf(wanted: Representation, all: Representation[]): Representation | undefined {
  const alike = all.filter(
    (one) =>
      one.kind === wanted.kind &&
      !one.isTrick &&
      codecFamily(one.codecs[0] ?? null) === codecFamily(wanted.codecs[0] ?? null),
  )
  const distance = (one: Representation) => [
    Number(one.id !== wanted.id),
    Number(one.language !== wanted.language),
    Number(one.roles.join() !== wanted.roles.join()),
    Math.abs((one.height ?? 0) - (wanted.height ?? 0)),
    Math.abs(one.bandwidth - wanted.bandwidth),
  ]
  return alike.toSorted((a, b) => compare(distance(a), distance(b)))[0]
}

function compare(a: number[], b: number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : a[at]! - b[at]!
}

/** XML Schema, section 3.2.6, without years and months, whose length varies. */
function secondsOf(text: string | undefined): number | null {
  const match =
    /^\s*P(?:0{1,4}Y)?(?:0{1,4}M)?(?:(\d{1,5})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:([\d.]{1,60})S)?)?\s*$/.exec(
      text ?? '',
    )
  if (!match) return null
  const [days, hours, minutes] = match.slice(1).map((part) => Number(part ?? 0))
  const seconds = decimal(match[4] ?? '0')
  return seconds === null ? null : days! * 86_400 + hours! * 3_600 + minutes! * 60 + seconds
}
