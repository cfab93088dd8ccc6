import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Extraction } from '#contract/engine/extraction.ts'
import type { Proof } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { jpegSize } from '#media/picture/jpeg-size.ts'
import { getWhole } from '../fetch/http-get.ts'
import type { Attempt } from './attempt.ts'
import { jpegOf, MAX_IMAGE_BYTES } from './cover.ts'
import { WHOLE_COVER, SQUARE_COVER } from './ffmpeg.ts'
import { GrowingFile } from './growing-file.ts'
import { firstFinalByte } from './index-reserve.ts'
import type { Tools } from './tools.ts'

/** The picture of an item in its full size. A JPEG stays as it is, unless it is to be cut. */
export async function makeCoverFile(
  attempt: Attempt,
  { artwork, thumbnail }: Extraction,
  folder: string,
  tools: Tools,
): Promise<void> {
  const link = artwork ?? thumbnail
  if (link === null) throw new Failure('format_gone', { cause: 'no picture' })
  attempt.watch = null
  const { working: signal, order } = attempt
  const { dispatcher } = tools.egress
  const bytes = await getWhole(link, {}, MAX_IMAGE_BYTES, { dispatcher, signal })
  const own = jpegSize(bytes)
  const isKept = own && (!order.plan.square || own.width === own.height)
  const filter = order.plan.square ? SQUARE_COVER : WHOLE_COVER
  const output = isKept
    ? await written(bytes, path.join(folder, 'file.jpg'))
    : await jpegOf(bytes, path.join(folder, 'file'), { filter }, signal, tools)
  attempt.progress.stage = 'finishing'
  attempt.file = new GrowingFile(output, firstFinalByte(0), attempt.signal, tools.backlog)
  attempt.succeed(await attempt.file.measure(), bytes.length, await provePicture(output, order.plan.square))
}

async function written(bytes: Buffer, file: string): Promise<string> {
  await writeFile(file, bytes)
  return file
}

async function provePicture(file: string, isSquare = false): Promise<Proof> {
  const size = jpegSize(await readFile(file))
  const cause = !size ? 'no whole JPEG' : isSquare && size.width !== size.height ? 'not square' : null
  if (!size || cause !== null) throw new Failure('merge_failed', { cause })
  return { container: 'jpg', video_codec: 'mjpeg', audio_codec: null, ...size, duration: 0 }
}
