import { expect, test } from 'vitest'
import { Units } from '#media/units.ts'
import { cpuSeconds, MOST_SECONDS } from '../cpu-seconds.ts'

const CHUNK = 64 * 1024

test('a tag that claims 256 MB costs no time', () => {
  const tag = Buffer.alloc(CHUNK)
  tag.write('ID3\x04\0\0', 'latin1')
  tag.fill(0x7f, 6, 10)
  const units = new Units(() => undefined)
  const spent = cpuSeconds(() => {
    units.read(tag)
    const next = Buffer.alloc(CHUNK)
    for (let count = 0; count < 2_000; count++) units.read(next)
  })
  expect(spent).toBeLessThan(MOST_SECONDS)
  expect([units.isWalked, units.isInside]).toEqual([false, false])
})
