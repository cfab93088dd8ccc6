import type { FileHandle } from 'node:fs/promises'
import { provenTracks, type ProvenTrack } from '#media/mp4/proof.ts'
import { MAX_INDEX_BYTES } from '../index-reserve.ts'
import { indexAt, topBoxes } from '../mp4-index.ts'

/**
 * Only box headers and the index are read, so the proof works even if the disk space of the media has already
 * been freed.
 */
export async function proveMp4(file: FileHandle, size: number): Promise<ProvenTrack[]> {
  const top = await topBoxes(file, size)
  const moov = top.find((box) => box.type === 'moov')
  const media = top.filter((box) => box.type === 'mdat')
  const [mdat] = media
  if (!moov || !mdat || media.length > 1) throw new Error(`layout ${top.map((box) => box.type).join()}`)
  if (moov.start > mdat.start) throw new Error('the index is behind the media')
  if (top.some((box) => box.type === 'moof')) throw new Error('fragmented')
  if (moov.end - moov.start > MAX_INDEX_BYTES) throw new Error('the index is too large')
  return provenTracks(await indexAt(file, moov), mdat)
}
