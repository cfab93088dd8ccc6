import type { FileHandle } from 'node:fs/promises'

const RATES = [44_100, 48_000, 32_000]

/**
 * Proves that an MP3 was finished: its information frame, which is written last, counts the frames and bytes that are there.
 * Gives its length in seconds; throws an Error that says what is wrong.
 */
export async function proveMp3(file: FileHandle, size: number): Promise<number> {
  const tag = Buffer.alloc(10)
  await file.read(tag, 0, 10, 0)
  const audio = tag.toString('latin1', 0, 3) === 'ID3' ? 10 + synchsafe(tag, 6) : 0
  const frame = Buffer.alloc(256)
  await file.read(frame, 0, 256, audio)
  const word = frame.readUInt32BE(0)
  if (word >>> 21 !== 0x7ff) throw new Error(`no frame at ${audio}`)
  const [version, rateIndex, isMono] = [(word >>> 19) & 3, (word >>> 10) & 3, ((word >>> 6) & 3) === 3]
  const isFirst = version === 3
  const sideInfo = isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17
  const info = 4 + sideInfo
  const name = frame.toString('latin1', info, info + 4)
  if (name !== 'Xing' && name !== 'Info') throw new Error('no information frame')
  const [flags, frames, bytes] = [4, 8, 12].map((at) => frame.readUInt32BE(info + at)) as [
    number,
    number,
    number,
  ]
  if ((flags & 3) !== 3 || frames === 0) throw new Error('an information frame that was not finished')
  if (bytes !== size - audio) throw new Error(`${bytes} bytes counted, ${size - audio} there`)
  const rate = (RATES[rateIndex] ?? 44_100) / (isFirst ? 1 : version === 2 ? 2 : 4)
  return (frames * (isFirst ? 1_152 : 576)) / rate
}

/** A length of 28 bits in four bytes (ID3v2.3, 3.1). */
function synchsafe(bytes: Buffer, at: number): number {
  return bytes.subarray(at, at + 4).reduce((value, byte) => value * 128 + (byte & 0x7f), 0)
}
