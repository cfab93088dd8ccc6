import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

type FileFacts = {
  /** The kind of each stream, for example `video` or `audio`. The stream of a cover image does not count. */
  kinds: string[]
  height: number | undefined
  /** Duration in seconds. */
  duration: number
  hasCover: boolean
  /** Types of the top-level boxes of an MP4 file, in their order in the file. */
  boxes: string[]
}

/** Reads the streams and the duration of a file with ffprobe, and reads its boxes from its bytes. */
export async function probe(path: string, bytes: Buffer): Promise<FileFacts> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    path,
  ])
  const { streams, format } = JSON.parse(stdout) as {
    streams: { codec_type: string; height?: number; disposition: { attached_pic: number } }[]
    format: { duration: string }
  }
  const media = streams.filter((stream) => !stream.disposition.attached_pic)
  return {
    kinds: media.map((stream) => stream.codec_type),
    height: media.find((stream) => stream.height)?.height,
    hasCover: media.length < streams.length,
    duration: Number(format.duration),
    boxes: topBoxes(bytes),
  }
}

/** Returns the types of the top-level boxes (ISO 14496-12, section 4.2). */
function topBoxes(bytes: Buffer): string[] {
  const found: string[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    found.push(bytes.toString('latin1', at + 4, at + 8))
    const short = bytes.readUInt32BE(at)
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short
    if (size < 8) break
    at += size
  }
  return found
}

/**
 * Decodes every frame with ffmpeg and returns ffmpeg's error messages. The text is empty for a complete file.
 */
export async function decodeErrors(path: string): Promise<string> {
  const { stderr } = await run('ffmpeg', ['-v', 'error', '-nostdin', '-i', path, '-f', 'null', '-'])
  return stderr
}
