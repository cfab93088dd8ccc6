import { expect, test } from 'vitest'
import { extensionOf, mediaTypeOf, savedExtension } from '#contract/media-types.ts'

test('mediaTypeOf returns the Content-Type of a file extension', () => {
  expect(['mp4', 'm4v', 'mkv', 'm4a', 'opus', 'jpeg'].map(mediaTypeOf)).toEqual([
    'video/mp4',
    'video/mp4',
    'video/x-matroska',
    'audio/mp4',
    'audio/ogg',
    'image/jpeg',
  ])
  expect(mediaTypeOf('exe')).toBeUndefined()
})

test('extensionOf returns the usual extension of a media type, also for nonstandard names of the type', () => {
  expect(['video/mp4', 'audio/x-m4a', 'audio/ogg', 'audio/x-wav', 'image/jpeg'].map(extensionOf)).toEqual([
    'mp4',
    'm4a',
    'ogg',
    'wav',
    'jpg',
  ])
  expect(extensionOf('text/html')).toBeUndefined()
})

test.each([
  ['webm', 'audio/webm', 'webm'],
  ['m4a', 'video/mp4', 'm4a'],
  ['m4a', 'audio/mp4', 'm4a'],
  ['opus', 'application/ogg', 'opus'],
  ['mp4', 'application/octet-stream', 'mp4'],
  ['jpeg', 'image/jpeg', 'jpeg'],
  ['mp3', 'video/mp4', 'mp4'],
  ['mp4', 'audio/mpeg', 'mp3'],
  ['jpg', 'image/webp', 'webp'],
])(
  'a file with the container %s and the Content-Type %s is saved with the extension %s',
  (container, mediaType, extension) => {
    expect(savedExtension(container, mediaType)).toBe(extension)
  },
)
