import { u16, u32 } from './boxes.ts'

export const utf8 = (text: string) => Buffer.from(text, 'utf8')
/** RFC 8794: a size in four bytes. */
export const element = (id: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from(id, 'hex'), u32(0x10_00_00_00 + body.length), body])
}
export const byte = (n: number) => Buffer.from([n])

export type Written = {
  fields?: Buffer[]
  codec?: string
  text: (words: string) => Buffer
  /** How often the second is written again. */
  more?: number
}

/** "First" from 1 s to 2 s and "Second" from 3 s to 5 s, in milliseconds. */
export function film({ fields = [], codec = 'S_TEXT/UTF8', text, more = 0 }: Written): Buffer {
  const entry = element(
    'ae',
    element('d7', byte(1)),
    element('83', byte(17)),
    element('86', utf8(codec)),
    ...fields,
  )
  const block = (time: number, length: number, words: string) =>
    element(
      'a0',
      element('a1', Buffer.from([0x81]), u16(time), byte(0), text(words)),
      element('9b', u16(length)),
    )
  const cluster = element(
    '1f43b675',
    element('e7', byte(0)),
    block(1_000, 1_000, 'First'),
    block(3_000, 2_000, 'Second'),
    ...Array.from({ length: more }, () => block(3_000, 2_000, 'Second')),
  )
  return Buffer.concat([
    element('1a45dfa3', element('4282', utf8('matroska'))),
    element(
      '18538067',
      element('1549a966', element('2ad7b1', u32(1e6))),
      element('1654ae6b', entry),
      cluster,
    ),
  ])
}

/** Of a track whose texts are packed as zlib does. */
export const packed = [element('6d80', element('6240', element('5034')))]
