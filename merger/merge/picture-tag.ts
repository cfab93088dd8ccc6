import { readFile, writeFile } from 'node:fs/promises'

/** Front cover (RFC 9639, section 8.8). */
const FRONT = 3

/** Ogg holds a cover as a comment. Writes it in ffmpeg's text form. `jpeg`: path of the picture. */
export async function writePictureTag(jpeg: string): Promise<string> {
  const picture = await readFile(jpeg)
  const type = Buffer.from('image/jpeg')
  // A description and the sizes of the picture, which its own header states too.
  const unknown = Buffer.alloc(20)
  const block = Buffer.concat([u32(FRONT), u32(type.length), type, unknown, u32(picture.length), picture])
  const file = `${jpeg}.txt`
  const text = block.toString('base64').replaceAll('=', String.raw`\=`)
  await writeFile(file, `;FFMETADATA1\nMETADATA_BLOCK_PICTURE=${text}\n`)
  return file
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
