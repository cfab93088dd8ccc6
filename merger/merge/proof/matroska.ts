import type { FileHandle } from 'node:fs/promises'
import { cuesIn } from '#media/matroska/cues.ts'
import {
  childOf,
  elements,
  elementsIn,
  ids,
  matroskaFacts,
  string,
  type Element,
} from '#media/matroska/ebml.ts'
import type { MediaFacts } from '#media/media-facts.ts'

/** Bytes for the header, the tags and the start of the first cluster. */
export const BEYOND_RESERVE = 1024 ** 2

export async function proveMatroska(
  file: FileHandle,
  size: number,
  indexReserve: number,
  kind: 'webm' | 'matroska',
): Promise<MediaFacts> {
  const head = Buffer.alloc(Math.min(size, indexReserve + BEYOND_RESERVE))
  await file.read(head, 0, head.length, 0)
  const [header, segment] = [...elements(head)]
  const docType = header?.id === ids.header ? childOf(head, header, ids.docType) : undefined
  if (!docType || string(head, docType) !== kind) throw new Error(`not ${kind}`)
  if (segment?.id !== ids.segment || segment.end !== size)
    throw new Error(`the segment ends at ${segment?.end}, the file at ${size}`)
  const facts = matroskaFacts(head, segment)
  if (!facts.duration) throw new Error('no duration')
  const cues = childOf(head, segment, ids.cues)
  const cluster = childOf(head, segment, ids.cluster)
  if (!cluster) throw new Error('no cluster near the start')
  if (!cues || cues.start > cluster.start) throw new Error('no index before the media')
  const last = Math.max(0, ...cuesIn(head, cues).map(({ position }) => segment.body + position))
  if (last < cluster.start || last >= size) throw new Error('the index points outside the media')
  const uids = trackUids(head, segment)
  const durations = durationTags(head, segment)
  const tracks = facts.tracks.map((track, place) => ({
    ...track,
    duration: durations.get(uids[place] ?? '') ?? facts.duration,
  }))
  return { ...facts, tracks }
}

const childrenOf = (head: Buffer, parent: Element | undefined, id: number): Element[] =>
  parent ? [...elementsIn(head, parent)].filter((child) => child.id === id) : []

const uidOf = (head: Buffer, element: Element | undefined) =>
  element ? head.toString('hex', element.body, element.end) : ''

function trackUids(head: Buffer, segment: Element): string[] {
  const entries = childrenOf(head, childOf(head, segment, ids.tracks), ids.trackEntry)
  return entries.map((entry) => uidOf(head, childOf(head, entry, ids.trackUid)))
}

/**
 * The seconds of each track by its UID. ffmpeg writes them as tags, because Matroska has no field for them.
 */
function durationTags(head: Buffer, segment: Element): Map<string, number> {
  const found = new Map<string, number>()
  for (const tag of childrenOf(head, childOf(head, segment, ids.tags), ids.tag)) {
    const targets = childOf(head, tag, ids.targets)
    for (const simple of childrenOf(head, tag, ids.simpleTag)) {
      const [name, text] = [ids.tagName, ids.tagString].map((id) => childOf(head, simple, id))
      if (!targets || !name || !text || string(head, name) !== 'DURATION') continue
      const [hours, minutes, seconds] = string(head, text).split(':').map(Number)
      const length = (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0)
      if (length > 0) found.set(uidOf(head, childOf(head, targets, ids.tagTrackUid)), length)
    }
  }
  return found
}
