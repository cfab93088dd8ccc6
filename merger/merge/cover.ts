import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { run } from '../process/run.ts'
import type { Attempt } from './attempt.ts'
import { coverArguments } from './ffmpeg.ts'
import type { Tools } from './tools.ts'
import { getWhole } from '../fetch/request.ts'

const MAX_PICTURE_BYTES = 8 * 1024 ** 2
/** A cover is a nicety: the sound does not wait longer for it. */
const PATIENCE_MS = 8_000
const CONVERSION_MEMORY = 2 * 1024 ** 3

/** The picture of an item as a JPEG file in the attempt's folder, or null when there is none to be had. */
export async function fetchCover(
  link: string | null,
  folder: string,
  attempt: Attempt,
  { config, egress }: Tools,
): Promise<string | null> {
  if (!link) return null
  const signal = AbortSignal.any([attempt.working, AbortSignal.timeout(PATIENCE_MS)])
  const [picture, jpeg] = [path.join(folder, 'picture'), path.join(folder, 'cover.jpg')]
  try {
    const bytes = await getWhole(link, {}, MAX_PICTURE_BYTES, { dispatcher: egress.dispatcher, signal })
    await writeFile(picture, bytes)
    await run(config.FFMPEG, coverArguments(picture, jpeg), {
      signal,
      deadline: PATIENCE_MS,
      memory: CONVERSION_MEMORY,
      cwd: folder,
    })
    return jpeg
  } catch {
    // A song without its picture is still the song.
    attempt.working.throwIfAborted()
    return null
  }
}
