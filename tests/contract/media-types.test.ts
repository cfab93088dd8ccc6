import { expect, test } from 'vitest'
import { extensionOf, mediaTypeOf } from '#contract/media-types.ts'

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

test('extensionOf returns the most common extension of a media type, also for nonstandard type names', () => {
  expect(['video/mp4', 'audio/x-m4a', 'audio/ogg', 'audio/x-wav', 'image/jpeg'].map(extensionOf)).toEqual([
    'mp4',
    'm4a',
    'ogg',
    'wav',
    'jpg',
  ])
  expect(extensionOf('text/html')).toBeUndefined()
})
