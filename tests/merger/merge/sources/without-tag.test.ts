import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { withoutTag } from '../../../../merger/merge/sources/without-tag.ts'

const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x05'), Buffer.from('clock')])
const sound = Buffer.from('frames of sound')

/** Arrives in chunks of `size` bytes. */
async function kept(segment: Buffer, size: number): Promise<string> {
  const chunks = Array.from({ length: Math.ceil(segment.length / size) }, (_, n) =>
    segment.subarray(n * size, (n + 1) * size),
  )
  const found: Buffer[] = []
  for await (const chunk of withoutTag(Readable.from(chunks))) found.push(chunk)
  return Buffer.concat(found).toString()
}

test.each([1, 4, 12, 100])('leaves out the tag before packed sound in chunks of %i bytes', async (size) => {
  expect(await kept(Buffer.concat([tag, sound]), size)).toBe('frames of sound')
})

test.each([['frames of sound'], ['short'], [''], ['ID3']])(
  'keeps bytes without a tag: "%s"',
  async (text) => {
    expect(await kept(Buffer.from(text), 4)).toBe(text)
  },
)
