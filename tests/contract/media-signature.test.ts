import { expect, test } from 'vitest'
import { containerOfBytes, isText, SIGNATURE_BYTES } from '#contract/media-signature.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const tag = (size: number) => `ID3\x04\0\0\0\0${String.fromCharCode(size >> 7, size & 127)}`

test.each([
  ['mp4', '\0\0\0\x18ftypmp42'],
  ['m4a', '\0\0\0\x18ftypM4A '],
  ['m4b', '\0\0\0\x18ftypM4B '],
  ['3gp', '\0\0\0\x18ftyp3gp4'],
  ['mov', '\0\0\0\x18ftypqt  '],
  ['mp4', '\0\0\0\x08moov'],
  ['webm', '\x1aE\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm'],
  ['mkv', '\x1aE\xdf\xa3\xa3\x42\x86\x81\x01\x42\x82\x88matroska'],
  ['ogv', 'OggS\0\x02........\x80theora'],
  ['opus', 'OggS\0\x02........OpusHead'],
  ['ogg', 'OggS\0\x02........\x01vorbis'],
  ['wav', 'RIFF....WAVEfmt '],
  ['avi', 'RIFF....AVI LIST'],
  ['aiff', 'FORM....AIFC'],
  ['flac', 'fLaC\0'],
  ['flv', 'FLV\x01'],
  ['amr', '#!AMR\n'],
  ['mpg', '\0\0\x01\xba'],
  ['wmv', '0&\xb2u\x8ef\xcf\x11'],
  ['caf', 'caff\0\x01'],
  ['au', '.snd\0\0\0\x18'],
  ['ac3', '\x0bw'],
  ['aac', '\xff\xf1'],
  ['mp3', '\xff\xfb\x90'],
  ['ts', `G${'x'.repeat(187)}G`],
  ['mp3', `${tag(2_000)}TIT2`],
  ['aac', `${tag(4)}TIT2\xff\xf1`],
])('finds %s in its first bytes', (container, head) => {
  expect(containerOfBytes(bytes(head))).toBe(container)
  expect(isText(bytes(head))).toBe(false)
})

test('a tag longer than the head leaves the kind of sound open', () => {
  const head = bytes(`${tag(2_000)}TIT2`)
  expect(containerOfBytes(head, 'aac')).toBe('aac')
  expect(containerOfBytes(head, 'm4a')).toBe('mp3')
})

test.each([
  '',
  'x',
  '\0\0\0\0',
  '\0\0\0\x18ftypavif',
  '\0\0\0\x18ftypheic',
  `G${'x'.repeat(187)}H`,
  'RIFF....WEBP',
  '%PDF-1.7',
  '<html>',
])('finds no container in %j', (head) => {
  expect(containerOfBytes(bytes(head))).toBeUndefined()
})

test('reads a head of nested tags to its end', () => {
  expect(containerOfBytes(bytes(tag(0).repeat(SIGNATURE_BYTES)))).toBe('mp3')
})

test.each(['\xff\xfe<\0h\0', '\xfe\xff\0<\0h'])('knows a page in UTF-16 (%j)', (head) => {
  expect(isText(bytes(head))).toBe(true)
})
