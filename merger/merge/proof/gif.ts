import type { FileHandle } from 'node:fs/promises'

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const GRAPHIC_CONTROL = 0xf9
const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

export async function proveGif(
  file: FileHandle,
  size: number,
): Promise<{ width: number; height: number; duration: number }> {
  const bytes = await read(file, 0, 13)
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) throw new Error('not a GIF')
  let at = 13 + tableBytes(bytes[10] ?? 0)
  let hundredths = 0
  for (;;) {
    const block = await read(file, at, 10)
    if (block[0] === TRAILER && at === size - 1) break
    if (block[0] === EXTENSION) {
      if (block[1] === GRAPHIC_CONTROL) hundredths += block.readUInt16LE(4)
      at = await skipSubBlocks(file, at + 2)
    } else if (block[0] === IMAGE) {
      at = await skipSubBlocks(file, at + 11 + tableBytes(block[9] ?? 0))
    } else throw new Error(`no block at ${at} of ${size}`)
  }
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), duration: hundredths / 100 }
}

/** Each sub-block starts with its length; an empty one ends the list (GIF89a, section 15). */
async function skipSubBlocks(file: FileHandle, from: number): Promise<number> {
  let at = from
  let window: Buffer = Buffer.alloc(0)
  let windowAt = at
  for (;;) {
    if (at - windowAt >= window.length) {
      window = await read(file, at, 65_536)
      windowAt = at
    }
    const length = window[at - windowAt]
    if (length === undefined) throw new Error('the file ends inside a block')
    at += length + 1
    if (length === 0) return at
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  return bytes.subarray(0, bytesRead)
}
