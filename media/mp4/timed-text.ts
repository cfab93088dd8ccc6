import { u16 } from '../bytes.ts'

/** 3GPP TS 26.245, section 5.17: the length of the text in two bytes, then UTF-8, or UTF-16 with a mark. */
export function timedText(sample: Uint8Array): string {
  if (sample.length < 2) return ''
  const text = sample.subarray(2, 2 + u16(sample, 0))
  const isWide = text[0] === 0xfe && text[1] === 0xff
  return new TextDecoder(isWide ? 'utf-16be' : 'utf-8').decode(text)
}
