import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Extraction } from '#contract/engine/extraction.ts'
import type { MergePlan } from '#contract/engine/merge.ts'
import { AUDIO_FILES } from '#contract/media-types.ts'
import { getWhole } from '../fetch/http-get.ts'
import { reading } from '../process/reading-pool.ts'
import { run, SHORT_WORK } from '../process/run.ts'
import type { Attempt } from './attempt.ts'
import { coverArguments, TAGGED_FILES, type JpegForm } from './ffmpeg.ts'
import type { OpenedRendition } from './sources/open.ts'
import { readAhead } from './sources/read-ahead.ts'
import type { Tools } from './tools.ts'

export const MAX_IMAGE_BYTES = 8 * 1024 ** 2
/** The audio file waits for the cover, although the cover is optional. */
const COVER_DEADLINE_MS = 8_000
const CONVERSION_MEMORY = 1024 ** 3
/** ffmpeg looks at some frames before it believes that a file is sound. */
const SOME_FRAMES = 65_536

/** WAV holds no cover that players look for. */
export const holdsCover = ({ container }: MergePlan) => AUDIO_FILES.has(container) && container !== 'wav'

/** A whole film has its own pictures, but a music video has the cover of its song too. */
export function coverLink(plan: MergePlan, { artwork, thumbnail }: Extraction): string | null {
  if (holdsCover(plan)) return artwork ?? thumbnail
  return plan.container === 'mp4' && !plan.clip ? artwork : null
}

export async function fetchCover(
  link: string | null,
  folder: string,
  attempt: Attempt,
  tools: Tools,
): Promise<string | null> {
  if (!link) return null
  const signal = AbortSignal.any([attempt.working, AbortSignal.timeout(COVER_DEADLINE_MS)])
  try {
    const { dispatcher } = tools.egress
    const bytes = await getWhole(link, {}, MAX_IMAGE_BYTES, { dispatcher, signal })
    return await jpegOf(bytes, path.join(folder, 'cover'), {}, signal, tools)
  } catch {
    attempt.working.throwIfAborted()
    return null
  }
}

/** The picture in the tags of a sound file. `source` is the same source, with its bytes still to be read. */
export async function ownCover(
  source: OpenedRendition,
  folder: string,
  attempt: Attempt,
  tools: Tools,
): Promise<{ source: OpenedRendition; cover: string | null }> {
  const end = await reading.read('pictureEnd', [source.feed.head], attempt.working)
  const isTagged = source.rendition.kind === 'audio' && end !== null && end <= MAX_IMAGE_BYTES
  if (!isTagged || source.excerpt) return { source, cover: null }
  const { start, feed } = await readAhead(source.feed, end + SOME_FRAMES)
  const file = path.join(folder, 'own-cover')
  const cover = await jpegOf(start, file, { formats: TAGGED_FILES }, attempt.working, tools).catch(() => null)
  attempt.working.throwIfAborted()
  return { source: { ...source, feed }, cover }
}

export async function jpegOf(
  bytes: Buffer,
  file: string,
  how: JpegForm,
  signal: AbortSignal,
  { config }: Tools,
): Promise<string> {
  const jpeg = `${file}.jpg`
  await writeFile(file, bytes)
  await run(config.FFMPEG, coverArguments(file, jpeg, how), {
    signal,
    ...SHORT_WORK,
    memory: CONVERSION_MEMORY,
    sandbox: { python: config.PYTHON, folder: path.dirname(file) },
    cwd: path.dirname(file),
  })
  return jpeg
}
