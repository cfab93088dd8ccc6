import { expect, test } from 'vitest'
import { isImage, isPlaylist, plainType, safeType, sniffImage } from '../../../edge/media/media-type.ts'

test('returns the bare type in lower case', () => {
  expect(plainType(' Video/MP4 ; codecs="avc1"')).toBe('video/mp4')
  expect(plainType(null)).toBe('')
})

test.each([
  ['video/mp4', 'mp4', 'video/mp4'],
  ['audio/x-m4a', 'm4a', 'audio/x-m4a'],
  ['image/jpeg', 'jpg', 'image/jpeg'],
  ['image/svg+xml', 'svg', null],
  ['text/html', 'mp4', null],
  ['application/json', 'mp4', null],
  ['application/xhtml+xml', 'mp4', null],
  ['video/', 'mp4', null],
  ['xvideo/mp4', 'mp4', null],
  ['video/mp4,text/html', 'mp4', null],
  ['application/x-mpegurl', 'mp4', null],
  ['audio/mpegurl', 'mp4', null],
  ['application/octet-stream', 'mp4', 'video/mp4'],
  ['binary/octet-stream', 'm4a', 'audio/mp4'],
  ['application/ogg', 'ogg', 'audio/ogg'],
  ['application/mp4', 'm4a', 'audio/mp4'],
  ['application/force-download', 'webm', 'video/webm'],
  ['application/x-download', 'mp3', 'audio/mpeg'],
  ['application/download', 'mp3', 'audio/mpeg'],
  ['', 'mp4', 'video/mp4'],
  ['', 'exe', 'application/octet-stream'],
])('turns %j for a file of %s into %j', (type, container, sent) => {
  expect(safeType(type, container)).toBe(sent)
})

test.each([
  'application/vnd.apple.mpegurl',
  'application/x-mpegurl',
  'application/mpegurl',
  'application/vnd.mpegurl',
  'audio/mpegurl',
  'audio/x-mpegurl',
  'video/x-mpegurl',
])('%s is a media type of HLS playlists', (type) => {
  expect(isPlaylist(type)).toBe(true)
})

test.each(['video/mp4', 'xapplication/x-mpegurl', 'application/x-mpegurls', 'text/mpegurl', ''])(
  '%j is not a media type of HLS playlists',
  (type) => {
    expect(isPlaylist(type)).toBe(false)
  },
)

test.each(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])(
  '%s is an accepted image type',
  (type) => {
    expect(isImage(type)).toBe(true)
  },
)

test('isImage refuses SVG, BMP, HTML and an empty type', () => {
  for (const type of ['image/svg+xml', 'image/bmp', 'text/html', '']) expect(isImage(type), type).toBe(false)
})

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
