import type { FileHandle } from 'node:fs/promises'
import { MAX_INDEX_BYTES } from '../index-reserve.ts'
import { boxAt, boxes, boxesIn, type Box } from '#media/mp4/boxes.ts'
import { editsOf, timeHeader, trackFacts } from '#media/mp4/track.ts'
import type { Track } from '#media/media-facts.ts'

/**
 * Only box headers and the index are read, so the proof works even if the disk space of the media has already
 * been freed.
 */
export async function proveMp4(
  file: FileHandle,
  size: number,
): Promise<(Track & { /** Seconds before its media. */ delay: number })[]> {
  const top = await topBoxes(file, size)
  const moov = top.find((box) => box.type === 'moov')
  const media = top.filter((box) => box.type === 'mdat')
  const [mdat] = media
  if (!moov || !mdat || media.length > 1) throw new Error(`layout ${top.map((box) => box.type).join()}`)
  if (moov.start > mdat.start) throw new Error('the index is behind the media')
  if (top.some((box) => box.type === 'moof')) throw new Error('fragmented')
  if (moov.end - moov.start > MAX_INDEX_BYTES) throw new Error('the index is too large')
  const bytes = Buffer.alloc(moov.end - moov.start)
  await readFully(file, bytes, moov.start)
  const [root] = boxes(bytes)
  const header = root && boxAt(bytes, root, 'mvhd')
  const timescale = header ? timeHeader(bytes, header).timescale : 0
  const tracks: (Track & { delay: number })[] = []
  let samples = 0
  let [first, last] = [Infinity, 0]
  for (const trak of root ? boxesIn(bytes, root) : []) {
    if (trak.type !== 'trak') continue
    const facts = trackFacts(bytes, trak)
    if (!facts) throw new Error('a track without a description')
    const seconds = facts.duration ?? 0
    const edits = editsOf(bytes, trak, timescale)
    tracks.push({
      ...facts,
      duration: Math.min(seconds, edits?.seconds ?? seconds),
      delay: edits?.delay ?? 0,
    })
    const span = sampleSpan(bytes, trak)
    samples += span.bytes
    first = Math.min(first, span.first)
    last = Math.max(last, span.last)
  }
  if (samples !== mdat.end - mdat.body) throw new Error(`${samples} sample bytes in ${mdat.end - mdat.body}`)
  if (first !== mdat.body || last !== mdat.end) throw new Error('the samples do not fill the media box')
  return tracks
}

export async function topBoxes(file: FileHandle, size: number): Promise<Box[]> {
  const found: Box[] = []
  const header = Buffer.alloc(16)
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(header, 0, 16, at)
    const box = boxes(header.subarray(0, bytesRead)).next().value
    // A box with the length zero ("to the end of the file") occurs only in an unfinished file.
    if (!box || header.readUInt32BE(0) === 0) throw new Error(`no box at ${at}`)
    const end = at + (box.end - box.start)
    if (end > size) throw new Error(`box ${box.type} at ${at} reaches beyond the file`)
    found.push({ ...box, start: at, body: at + box.body, end })
    at = end
  }
  return found
}

function sampleSpan(bytes: Buffer, trak: Box): { bytes: number; first: number; last: number } {
  const table = (type: string) => {
    const box = boxAt(bytes, trak, 'mdia', 'minf', 'stbl', type)
    return box && { at: box.body + 4, end: box.end }
  }
  const [sizes, runs, short, long] = [table('stsz'), table('stsc'), table('stco'), table('co64')]
  const offsets = short ?? long
  if (!sizes || !runs || !offsets) throw new Error('a track without its tables')
  const fixed = bytes.readUInt32BE(sizes.at)
  const count = bytes.readUInt32BE(sizes.at + 4)
  const sizeOf = (index: number) => bytes.readUInt32BE(sizes.at + 8 + 4 * index)
  const chunks = bytes.readUInt32BE(offsets.at)
  const offsetOf = (chunk: number) =>
    short
      ? bytes.readUInt32BE(offsets.at + 4 + 4 * chunk)
      : Number(bytes.readBigUInt64BE(offsets.at + 4 + 8 * chunk))
  const entries = bytes.readUInt32BE(runs.at)
  let [sample, total, first, last] = [0, 0, Infinity, 0]
  for (let entry = 0; entry < entries; entry++) {
    const at = runs.at + 4 + 12 * entry
    const perChunk = bytes.readUInt32BE(at + 4)
    const until = entry + 1 < entries ? bytes.readUInt32BE(at + 12) - 1 : chunks
    for (let chunk = bytes.readUInt32BE(at) - 1; chunk < until; chunk++) {
      let position = offsetOf(chunk)
      first = Math.min(first, position)
      if (fixed) {
        // A file with one-byte samples has so many samples that counting each one would take seconds.
        sample += perChunk
        total += fixed * perChunk
        last = Math.max(last, position + fixed * perChunk)
        continue
      }
      for (let n = 0; n < perChunk; n++, sample++) {
        if (sample >= count) throw new Error('more samples in chunks than have a size')
        total += sizeOf(sample)
        position += sizeOf(sample)
      }
      last = Math.max(last, position)
    }
  }
  if (sample !== count) throw new Error(`${sample} samples in chunks, ${count} with a size`)
  return { bytes: total, first, last }
}

export async function readFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, position + filled)
    if (bytesRead === 0) throw new Error('the file ends inside its index')
    filled += bytesRead
  }
}
