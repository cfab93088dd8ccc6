import { expect, test } from 'vitest'
import * as files from '#contract/media-types.ts'

const { extensionOf, isImageFile, isImageType, mediaTypeOf, savedExtension } = files

/** Each file extension with its media types, the usual one first. */
const TYPES: [extension: string, ...mediaTypes: string[]][] = [
  ['mp4', 'video/mp4', 'application/mp4'],
  ['m4v', 'video/mp4', 'video/x-m4v'],
  ['mov', 'video/quicktime'],
  ['webm', 'video/webm'],
  ['mkv', 'video/x-matroska'],
  ['flv', 'video/x-flv'],
  ['ts', 'video/mp2t'],
  ['3gp', 'video/3gpp'],
  ['ogv', 'video/ogg'],
  ['avi', 'video/x-msvideo'],
  ['wmv', 'video/x-ms-wmv'],
  ['m4a', 'audio/mp4', 'audio/x-m4a'],
  ['m4b', 'audio/mp4', 'audio/x-m4b'],
  ['mp3', 'audio/mpeg'],
  ['aac', 'audio/aac'],
  ['ogg', 'audio/ogg', 'application/ogg'],
  ['oga', 'audio/ogg'],
  ['opus', 'audio/ogg'],
  ['weba', 'audio/webm'],
  ['wav', 'audio/wav', 'audio/x-wav'],
  ['flac', 'audio/flac'],
  ['aiff', 'audio/x-aiff'],
  ['wma', 'audio/x-ms-wma'],
  ['mka', 'audio/x-matroska'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['avif', 'image/avif'],
]

test.each(TYPES)('mediaTypeOf returns the Content-Type of a .%s file', (extension, mediaType) => {
  expect(mediaTypeOf(extension)).toBe(mediaType)
})

test('knows standard and nonstandard types', () => {
  for (const [extension, ...mediaTypes] of TYPES)
    for (const mediaType of mediaTypes) {
      const usual = TYPES.find(([, ...types]) => types.includes(mediaType))![0]
      expect(extensionOf(mediaType), `${mediaType} of .${extension}`).toBe(usual)
    }
})

test('does not know other extensions and types', () => {
  expect(mediaTypeOf('exe')).toBeUndefined()
  expect(mediaTypeOf('constructor')).toBeUndefined()
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
])('saves %s of type %s as %s', (container, mediaType, extension) => {
  expect(savedExtension(container, mediaType)).toBe(extension)
})

test('knows the images that every browser shows', () => {
  for (const type of ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
    expect(isImageType(type), type).toBe(true)
  for (const type of ['image/svg+xml', 'image/bmp', 'text/html', 'video/mp4', ''])
    expect(isImageType(type), type).toBe(false)
  expect(['jpg', 'jpeg', 'gif', 'mp4', 'svg', 'constructor'].filter(isImageFile)).toEqual([
    'jpg',
    'jpeg',
    'gif',
  ])
})

test('an episode is media that pages link to, and sound is media', () => {
  const { AUDIO_FILES, EPISODE_FILES, LINKED_FILES, MEDIA_FILES } = files
  expect(EPISODE_FILES.filter((one) => !LINKED_FILES.includes(one))).toEqual([])
  expect([...AUDIO_FILES, ...LINKED_FILES].filter((one) => !MEDIA_FILES.has(one))).toEqual([])
  expect(['m4b', 'mp3', 'm4v'].every((one) => EPISODE_FILES.includes(one))).toBe(true)
  expect(['ts', 'au', 'jpg'].some((one) => LINKED_FILES.includes(one))).toBe(false)
})
