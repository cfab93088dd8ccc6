import { expect, test } from 'vitest'
import {
  codingOf,
  contentLength,
  isBehindEnd,
  isPlaylist,
  plainType,
  servedAs,
} from '#contract/media-answer.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const MP4 = bytes('\0\0\0\x18ftypmp42')
const MP3 = bytes('ID3\x04\0\0\0\0\x7f\x7f')
const OGG = bytes('OggS\0\x02........\x01vorbis')
const OPEN = bytes('\x01\x02\x03\x04')
const served = (type: string, container: string, head?: Uint8Array) => {
  const answer = servedAs({ type, container, head })
  return answer && [answer.type, answer.extension]
}

test.each([
  [' Video/MP4 ; codecs="avc1"', 'video/mp4'],
  ['video/mp4, video/mp4', 'video/mp4'],
  ['video/mp4,text/html', 'video/mp4'],
  ['mp4, video/mp4', 'video/mp4'],
  ['video/', ''],
  [null, ''],
])('the type of %j is %j', (header, type) => {
  expect(plainType(header)).toBe(type)
})

test.each([
  ['video/mp4', 'mp4', MP4, 'video/mp4', 'mp4'],
  ['video/mp4', 'm4a', MP4, 'video/mp4', 'm4a'],
  ['audio/mp4', 'm4a', MP3, 'audio/mpeg', 'mp3'],
  ['video/mpeg', 'mp3', MP3, 'audio/mpeg', 'mp3'],
  ['audio/aac', 'aac', MP3, 'audio/aac', 'aac'],
  ['text/plain', 'mp4', MP4, 'video/mp4', 'mp4'],
  ['text/html', 'mp3', MP3, 'audio/mpeg', 'mp3'],
  ['application/octet-stream', 'oga', OGG, 'audio/ogg', 'oga'],
  ['application/x-thing', 'mp4', OPEN, 'video/mp4', 'mp4'],
  ['video/x-thing', 'mp4', OPEN, 'video/x-thing', 'mp4'],
  ['', 'exe', OPEN, 'application/octet-stream', 'exe'],
])('serves %s of a .%s by its bytes', (type, container, head, ...expected) => {
  expect(served(type, container, head)).toEqual(expected)
})

test.each([
  ['video/mp4', 'mp4', 'video/mp4', 'mp4'],
  ['audio/x-m4a', 'm4a', 'audio/x-m4a', 'm4a'],
  ['image/jpeg', 'jpg', 'image/jpeg', 'jpg'],
  ['audio/mpeg', 'mp4', 'audio/mpeg', 'mp3'],
  ['application/octet-stream', 'mp4', 'video/mp4', 'mp4'],
  ['application/ogg', 'ogg', 'audio/ogg', 'ogg'],
  ['application/mp4', 'm4a', 'audio/mp4', 'm4a'],
  ['application/force-download', 'webm', 'video/webm', 'webm'],
  ['', 'mp4', 'video/mp4', 'mp4'],
])('serves a later part of %s of a .%s by its headers', (type, container, ...expected) => {
  expect(served(type, container)).toEqual(expected)
})

test.each(['<!doctype html>', '\n{"error":1}', '<?xml version="1.0"?>', '#EXTM3U', '<svg xmlns="">'])(
  'never serves %j as media',
  (text) => {
    for (const type of ['video/mp4', 'text/plain', 'application/octet-stream', ''])
      expect(served(type, 'mp4', bytes(text)), type).toBe(null)
  },
)

test.each([
  'text/html',
  'text/plain',
  'application/json',
  'application/problem+json',
  'application/xhtml+xml',
  'image/svg+xml',
  'application/dash+xml',
  'application/pdf',
  'audio/x-mpegurl',
])('serves %s only with bytes of media', (type) => {
  expect(served(type, 'mp4')).toBe(null)
  expect(served(type, 'mp4', OPEN)).toBe(null)
  expect(served(type, 'mp4', MP4)).toEqual(['video/mp4', 'mp4'])
})

test('passes on no image that a browser would run', () => {
  expect(served('image/x-thing', 'jpg', OPEN)).toEqual(['image/jpeg', 'jpg'])
})

test.each([
  'application/vnd.apple.mpegurl',
  'application/x-mpegurl',
  'application/mpegurl',
  'application/vnd.mpegurl',
  'audio/mpegurl',
  'video/x-mpegurl',
])('%s is a type of HLS playlists', (type) => {
  expect(isPlaylist(type)).toBe(true)
})

test.each(['video/mp4', 'xapplication/x-mpegurl', 'application/x-mpegurls', 'text/mpegurl', ''])(
  '%j is no type of HLS playlists',
  (type) => {
    expect(isPlaylist(type)).toBe(false)
  },
)

test.each([
  ['gzip', 'gzip'],
  ['X-GZIP', 'gzip'],
  ['aws-chunked, gzip', 'gzip'],
  ['gzip, br', 'gzip,br'],
  ['deflate', 'deflate'],
  ['identity', null],
  ['utf-8', null],
  ['binary', null],
  ['aws-chunked', null],
  ['', null],
  [undefined, null],
])('the coding of %j is %j', (header, coding) => {
  expect(codingOf(header)).toBe(coding)
})

test.each([
  ['5', 5],
  ['5, 5', 5],
  ['5,5,5', 5],
  ['5, 6', null],
  ['0', 0],
  ['-5', null],
  ['5.5', null],
  ['1'.repeat(16), null],
  ['', null],
  [undefined, null],
])('the length of %j is %j', (header, length) => {
  expect(contentLength(header)).toBe(length)
})

test.each([
  [9, 'bytes */9', true],
  [0, 'bytes */0', true],
  [8, 'bytes */9', false],
  [9, 'bytes */*', false],
  [9, undefined, false],
])('a range from %i with %j is behind the end: %j', (start, range, isBehind) => {
  expect(isBehindEnd(start, range)).toBe(isBehind)
})
