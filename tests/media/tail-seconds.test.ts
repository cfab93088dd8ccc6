import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasTimedTail, tailSeconds } from '#media/tail-seconds.ts'
import { media } from '../merger/merge/lib/media.ts'

const BYTES = 20_000
const secondsOf = (file: Buffer) => tailSeconds(file.subarray(0, BYTES), file.subarray(-BYTES), file.length)

test.for(['sound.opus', 'sound.ogg', 'sound.oga', 'speex.spx', 'theora.ogv', 'film.m2ts', 'film.mts'])(
  'reads the duration of %s from its last packets',
  (name) => {
    const file = readFileSync(media(name))
    expect(hasTimedTail(file)).toBe(true)
    expect(secondsOf(file)).toBeCloseTo(4, 0)
  },
)

test('knows no duration without a packet of the first stream at the end', () => {
  const file = readFileSync(media('sound.opus'))
  expect(tailSeconds(file.subarray(0, BYTES), Buffer.alloc(BYTES), file.length)).toBeNull()
  file.writeUInt32LE(99, file.lastIndexOf('OggS') + 14)
  expect(secondsOf(file)).toBeLessThan(4)
})

test('reads no times from another format', () => {
  expect(hasTimedTail(readFileSync(media('audio.mp3')))).toBe(false)
  expect(hasTimedTail(Buffer.from('Oggs'))).toBe(false)
})

test('survives damaged heads and ends', () => {
  for (const name of ['sound.ogg', 'film.mts']) {
    const file = readFileSync(media(name))
    for (let at = 0; at < 400; at++) {
      const head = Buffer.from(file.subarray(0, BYTES))
      head[at] = 0xff
      expect(() => tailSeconds(head, file.subarray(-BYTES), file.length)).not.toThrow()
      expect(() => tailSeconds(file.subarray(0, at), file.subarray(-at), file.length)).not.toThrow()
    }
  }
})
