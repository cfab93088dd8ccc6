import type { FileHandle } from 'node:fs/promises'
import { FRAME_HEAD, mp3Frame, audioStart } from '#media/sound/mp3-frame.ts'

/** ffmpeg writes the Xing/Info header last, and its byte count must match the file. */
export async function proveMp3(file: FileHandle, size: number): Promise<number> {
  const tag = Buffer.alloc(10)
  await file.read(tag, 0, 10, 0)
  const audio = audioStart(tag)
  const bytes = Buffer.alloc(FRAME_HEAD)
  await file.read(bytes, 0, FRAME_HEAD, audio)
  const frame = mp3Frame(bytes)
  if (!frame) throw new Error(`no frame at ${audio}`)
  if (!frame.info) throw new Error('no Xing/Info header')
  const { frames, bytes: counted } = frame.info
  if (!frames || counted === null) throw new Error('an incomplete Xing/Info header')
  if (counted !== size - audio) throw new Error(`${counted} bytes counted, ${size - audio} present`)
  return frames * frame.seconds
}
