import { stat } from 'node:fs/promises'
import path from 'node:path'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import type { Room } from '../process/room.ts'
import type { OpenedRendition } from './sources/open.ts'
import { save } from './sources/pump.ts'

/** ffmpeg cannot read an mp4 from a pipe if its index comes after its media. */
function mustBeSaved({ facts, excerpt }: OpenedRendition, onDisk: boolean): boolean {
  return excerpt !== undefined || facts.isIndexLast || (onDisk && facts.kind === 'mp4')
}

/** The path of each source that ffmpeg cannot read from a pipe. */
export async function saveSources(
  opened: OpenedRendition[],
  {
    onDisk,
    isClip,
    folder,
    reserve,
  }: { onDisk: boolean; isClip: boolean; folder: string; reserve: Room['reserve'] },
): Promise<(string | null)[]> {
  return await Promise.all(
    opened.map(async (one, index) => {
      if (!mustBeSaved(one, onDisk)) return null
      const file = path.join(folder, `source-${index}`)
      // If ffmpeg reads the first source from a pipe, no space for the output is reserved, because the merger
      // pauses the pipe when too much output is on disk.
      await saveSource(one, file, !isClip && index === 0, reserve)
      return file
    }),
  )
}

/** Throws `busy` when disk space or memory is short. */
async function saveSource(
  { feed, excerpt }: OpenedRendition,
  file: string,
  needsOutputSpace: boolean,
  reserve: Room['reserve'],
): Promise<void> {
  const copies = needsOutputSpace ? 2 : 1
  const bytes = excerpt ? excerpt.room : feed.size
  const release = reserve(bytes === null ? MAX_FILE_BYTES : copies * bytes)
  await (excerpt ? excerpt.save(file) : save(feed, file))
  // The saved file now counts as used disk space, so its reservation ends.
  release(needsOutputSpace ? (await stat(file)).size : 0)
}
