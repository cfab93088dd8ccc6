import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { run } from '../process/run.ts'
import type { Attempt } from './attempt.ts'
import { coverArguments } from './ffmpeg.ts'
import type { Tools } from './tools.ts'
import { getWhole } from '../fetch/http-get.ts'

const MAX_IMAGE_BYTES = 8 * 1024 ** 2
/** The audio file waits for the cover, although the cover is optional. */
const COVER_DEADLINE_MS = 8_000
const CONVERSION_MEMORY = 1024 ** 3

export async function fetchCover(
  link: string | null,
  folder: string,
  attempt: Attempt,
  { config, egress }: Tools,
): Promise<string | null> {
  if (!link) return null
  const signal = AbortSignal.any([attempt.working, AbortSignal.timeout(COVER_DEADLINE_MS)])
  const [image, jpeg] = [path.join(folder, 'image'), path.join(folder, 'cover.jpg')]
  try {
    const bytes = await getWhole(link, {}, MAX_IMAGE_BYTES, { dispatcher: egress.dispatcher, signal })
    await writeFile(image, bytes)
    await run(config.FFMPEG, coverArguments(image, jpeg), {
      signal,
      deadline: COVER_DEADLINE_MS,
      memory: CONVERSION_MEMORY,
      sandbox: { python: config.PYTHON, folder },
      cwd: folder,
    })
    return jpeg
  } catch {
    attempt.working.throwIfAborted()
    return null
  }
}
