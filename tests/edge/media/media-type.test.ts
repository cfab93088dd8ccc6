import { expect, test } from 'vitest'
import { sniffImage } from '../../../edge/media/media-type.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['RIFF\n\r\x00\x01WEBPVP8 ', 'image/webp'],
  ['\x00\n\x00\x1cftypavif', 'image/avif'],
  ['\x00\x00\x00\x1cftypavis', 'image/avif'],
  ['\xff\xd8\x00', undefined],
  ['\xff\x00\xff', undefined],
  ['\x00\xd8\xff', undefined],
  ['\x89PNG\n\n', undefined],
  ['x\x89PNG\r\n', undefined],
  ['GIF88a', undefined],
  ['xGIF89a', undefined],
  ['xRIFFaaaaWEBP', undefined],
  ['RIFFaaaaWAVE', undefined],
  ['\x00\x00\x00\x1cftypisom', undefined],
  ['x\x00\x00\x00\x1cftypavif', undefined],
  ['<html>', undefined],
  ['', undefined],
])('the first bytes %j belong to the image type %s', (head, type) => {
  expect(sniffImage(bytes(head))).toBe(type)
})

test('judges an image by its first 16 bytes', () => {
  expect(sniffImage(bytes(`GIF89a${'x'.repeat(100_000)}`))).toBe('image/gif')
})
