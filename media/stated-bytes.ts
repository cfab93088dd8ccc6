import { orUndefined } from './out-of-range.ts'
import { waveData } from './sound/wave-head.ts'

/**
 * Bytes that a file states for itself; null if it leaves them open. Some programs count the header twice, so
 * a length that does not include the header stays without it.
 */
export function statedBytes(head: Buffer): number | null {
  const form = FORMS.find(({ signature }) => signature.test(head.toString('latin1', 0, 16)))
  return orUndefined(() => form?.read(head)) || null
}

type Form = { signature: RegExp; read: (head: Buffer) => number | null }

const OPEN = 0xff_ff_ff_ff

const FORMS: readonly Form[] = [
  { signature: /^(RIFF|RF64|BW64)....WAVE/s, read: (head) => waveData(head)?.length ?? null },
  { signature: /^RIFF....AVI /s, read: (head) => open(head.readUInt32LE(4)) },
  { signature: /^FORM....AIF[FC]/s, read: (head) => open(head.readUInt32BE(4)) },
  { signature: /^\.snd/, read: (head) => open(head.readUInt32BE(8)) },
  { signature: /^caff/, read: cafData },
  { signature: /^0&\xb2u\x8ef\xcf/, read: asfFile },
]

const open = (length: number) => (length === OPEN ? null : length)

/** Each chunk has a name and a length of 64 bits; -1 is open (Apple Core Audio Format, chunk header). */
function cafData(head: Buffer): number | null {
  for (let at = 8; at + 12 <= head.length;) {
    const length = Number(head.readBigInt64BE(at + 4))
    if (length < 0) return null
    if (head.toString('latin1', at, at + 4) === 'data') return length
    at += 12 + length
  }
  return null
}

const ASF_PROPERTIES = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex')
const ASF_DATA = '3626b2758e66cf11a6d900aa0062ce6c'

/** The flag of a broadcast makes each size invalid (ASF, section 3.2). */
function asfFile(head: Buffer): number | null {
  const properties = head.indexOf(ASF_PROPERTIES)
  if (properties < 0 || (head.readUInt32LE(properties + 88) & 1) !== 0) return null
  const data = Number(head.readBigUInt64LE(16))
  if (head.toString('hex', data, data + 16) !== ASF_DATA) return null
  return data + Number(head.readBigUInt64LE(data + 16))
}
