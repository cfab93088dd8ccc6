import { describe, expect, test } from 'vitest'
import type { RequiredProperties } from '../../../../merger/merge/proof/verify.ts'
import { u32 } from '../../../media/lib/boxes.ts'
import { AUDIO_ONLY, reasonFor, verifyBytes, VIDEO_ONLY } from '../lib/proofs.ts'

const mp3: RequiredProperties = { ...AUDIO_ONLY, container: 'mp3' }
const gif: RequiredProperties = { ...VIDEO_ONLY, container: 'gif' }
const latin = (text: string) => Buffer.from(text, 'latin1')

describe('`verify` checks an MP3', () => {
  /** The header of an MPEG-1 layer III frame: 128 kbit/s, 48 kHz, stereo. A frame lasts 24 ms. */
  const FRAME = Buffer.from([0xff, 0xfb, 0x94, 0])
  const LENGTH = 4_000
  /** Builds a file of `LENGTH` bytes whose first frame holds an Xing/Info header with these fields. */
  function mp3With(name: string, flags: number, ...fields: number[]): Buffer {
    const bytes = Buffer.alloc(LENGTH)
    Buffer.concat([FRAME, Buffer.alloc(32), latin(name), u32(flags, ...fields)]).copy(bytes)
    return bytes
  }
  /** An ID3 tag with 200 bytes of content. */
  const tag = Buffer.concat([latin('ID3'), Buffer.from([4, 0, 0, 0, 0, 1, 72]), Buffer.alloc(200)])

  test.each(['Xing', 'Info'])('`verify` accepts an MP3 with a complete %s header', async (name) => {
    const whole = mp3With(name, 3, 100, LENGTH)
    expect(await verifyBytes(whole, mp3)).toEqual({
      container: 'mp3',
      video_codec: null,
      audio_codec: 'mp3',
      width: null,
      height: null,
      duration: 2.4,
    })
    expect(await verifyBytes(Buffer.concat([tag, whole]), mp3)).toMatchObject({ duration: 2.4 })
  })

  test.each<[string, Buffer, string]>([
    ['without a frame', Buffer.alloc(LENGTH), 'no frame at 0'],
    ['without a frame after its tag', Buffer.concat([tag, Buffer.alloc(LENGTH)]), 'no frame at 210'],
    ['without an Xing/Info header', mp3With('LAME', 3, 100, LENGTH), 'no Xing/Info header'],
    ['whose header has no number of frames', mp3With('Info', 2, LENGTH), 'an incomplete Xing/Info header'],
    ['whose header has no number of bytes', mp3With('Info', 1, 100), 'an incomplete Xing/Info header'],
    ['without any frames', mp3With('Info', 3, 0, LENGTH), 'an incomplete Xing/Info header'],
    ['with one byte too few', mp3With('Info', 3, 100, LENGTH + 1), '4001 bytes counted, 4000 present'],
    ['with one byte too many', mp3With('Info', 3, 100, LENGTH - 1), '3999 bytes counted, 4000 present'],
  ])('`verify` refuses an MP3 %s', async (_, bytes, reason) =>
    expect(await reasonFor(bytes, mp3)).toBe(reason),
  )
})

describe('`verify` checks a GIF', () => {
  const screen = (flags: number) => Buffer.from([64, 1, 180, 0, flags, 0, 0])
  /** Builds the block (graphic control extension) that sets the delay of the next image, in 1/100 s. */
  const delay = (hundredths: number) =>
    Buffer.from([0x21, 0xf9, 4, 0, hundredths & 255, hundredths >> 8, 0, 0])
  /** Builds one image of a GIF file. If `flags` is 0x81, the image has a colour table of four colours. */
  const image = (flags = 0, blocks = [latin('abc'), latin('de')]) =>
    Buffer.concat([
      Buffer.from([0x2c, 0, 0, 0, 0, 64, 1, 180, 0, flags]),
      Buffer.alloc(flags ? 12 : 0, 0x3b),
      Buffer.from([2]),
      ...blocks.flatMap((block) => [Buffer.from([block.length]), block]),
      Buffer.from([0]),
    ])
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 3]), latin('\xff\xff\xff'), Buffer.from([0])])
  const END = Buffer.from([0x3b])
  const start = Buffer.concat([latin('GIF89a'), screen(0)])

  test.each<[string, Buffer[]]>([
    ['two frames', [start, delay(50), image(), delay(150), image(), END]],
    ['the version of 1987', [latin('GIF87a'), screen(0), delay(200), image(), END]],
    [
      'a colour table of the file',
      [latin('GIF89a'), screen(0x81), Buffer.alloc(12, 0x3b), delay(200), image(), END],
    ],
    ['a colour table of the image', [start, delay(200), image(0x81), END]],
    ['a comment', [start, comment, delay(200), image(), END]],
    ['a delay of more than 255 hundredths', [start, delay(300), image(), END]],
    [
      'an image of more than 64 kB',
      [
        start,
        delay(200),
        image(
          0,
          Array.from({ length: 600 }, () => Buffer.alloc(255, 0x3b)),
        ),
        END,
      ],
    ],
  ])('`verify` accepts a GIF with %s', async (name, parts) => {
    expect(await verifyBytes(Buffer.concat(parts), gif)).toEqual({
      container: 'gif',
      video_codec: 'gif',
      audio_codec: null,
      width: 320,
      height: 180,
      duration: name.includes('255') ? 3 : 2,
    })
  })

  const whole = [start, delay(200), image()]
  const bytes = Buffer.concat(whole).length
  test.each<[string, Buffer[], string]>([
    ['that has another version', [latin('GIF88a'), screen(0), delay(200), image(), END], 'not a GIF'],
    ['that is empty', [], 'not a GIF'],
    ['without a trailer', whole, `no block at ${bytes} of ${bytes}`],
    [
      'with another last byte than the trailer',
      [...whole, Buffer.from([0x3c])],
      `no block at ${bytes} of ${bytes + 1}`,
    ],
    ['with bytes after the trailer', [...whole, END, END], `no block at ${bytes} of ${bytes + 2}`],
    [
      'with an unknown block',
      [start, delay(200), Buffer.concat([Buffer.from([0x2d]), image().subarray(1)]), END],
      `no block at ${start.length + 8} of ${bytes + 1}`,
    ],
    [
      'that ends inside an image',
      [Buffer.concat(whole).subarray(0, bytes - 1)],
      'the file ends inside a block',
    ],
    ['without a duration', [start, delay(0), image(), END], 'no duration'],
  ])('`verify` refuses a GIF %s', async (_, parts, reason) =>
    expect(await reasonFor(Buffer.concat(parts), gif)).toBe(reason),
  )
})
