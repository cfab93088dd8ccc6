import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Facts = {
  /** Of its streams, cover art apart. */
  kinds: string[]
  height: number | undefined
  /** Seconds. */
  duration: number
  hasCover: boolean
  /** Top boxes of an MP4. */
  boxes: string[]
}

/** What ffprobe finds in a file. */
export async function probe(path: string, bytes: Buffer): Promise<Facts> {
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

/** Types of the top boxes (ISO 14496-12 section 4.2). */
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

/** Whether every frame can be decoded: ffmpeg's complaints, none for a whole file. */
export async function complaints(path: string): Promise<string> {
  const { stderr } = await run('ffmpeg', ['-v', 'error', '-nostdin', '-i', path, '-f', 'null', '-'])
  return stderr
}
