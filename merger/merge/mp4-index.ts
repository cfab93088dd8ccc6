import { open, type FileHandle } from 'node:fs/promises'
import { Failure } from '#contract/failure.ts'
import { boxes, type Box } from '#media/mp4/boxes.ts'
import { readIndex, type Mp4Index } from '#media/mp4/moov.ts'

/** Changes the `moov` box of a finished MP4 in place. */
export async function editIndex(path: string, edit: (index: Mp4Index) => void): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const place = (await topBoxes(file, size)).find((box) => box.type === 'moov')
    if (!place) throw new Error('no index')
    const index = await indexAt(file, place)
    edit(index)
    await file.write(index.bytes, 0, index.bytes.length, place.start)
  } catch (cause) {
    throw Failure.from(cause, 'merge_failed')
  } finally {
    await file.close()
  }
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

export async function indexAt(file: FileHandle, { start, end }: Box): Promise<Mp4Index> {
  const bytes = Buffer.alloc(end - start)
  for (let filled = 0; filled < bytes.length;) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled)
    if (bytesRead === 0) throw new Error('the file ends inside its index')
    filled += bytesRead
  }
  const [movie] = boxes(bytes)
  if (!movie) throw new Error('an empty index')
  return readIndex(bytes, movie)
}
