import { open } from 'node:fs/promises'
import { boxes, boxesIn, type Box } from '#media/mp4/boxes.ts'
import { Failure } from '#contract/failure.ts'
import { readFully, topBoxes } from './proof/mp4.ts'

/** The `moov` box of a finished MP4 and its tracks. `edit` changes bytes in place. */
export async function editIndex(
  path: string,
  edit: (index: Buffer, movie: Box, tracks: Box[]) => void,
): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const place = (await topBoxes(file, size)).find((box) => box.type === 'moov')
    if (!place) throw new Error('no index')
    const index = Buffer.alloc(place.end - place.start)
    await readFully(file, index, place.start)
    const movie = boxes(index).next().value
    if (!movie) throw new Error('an empty index')
    const tracks = [...boxesIn(index, movie)].filter(({ type }) => type === 'trak')
    edit(index, movie, tracks)
    await file.write(index, 0, index.length, place.start)
  } catch (cause) {
    throw Failure.from(cause, 'merge_failed')
  } finally {
    await file.close()
  }
}
