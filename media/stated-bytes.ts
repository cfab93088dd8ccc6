import { i64, indexOf, isAt, latin1, leU32, leU64, u32 } from './bytes.ts'
import { orUndefined } from './out-of-range.ts'
import { waveData } from './sound/wave-head.ts'

/**
 * Bytes that a file states for itself; null if it leaves them open. Some programs count the header twice, so
 * a length that does not include the header stays without it.
 */
export function statedBytes(head: Uint8Array): number | null {
  const form = FORMS.find(({ signature }) => signature.test(latin1(head, 0, 16)))
  return orUndefined(() => form?.read(head)) || null
}

type Form = { signature: RegExp; read: (head: Uint8Array) => number | null }

const OPEN = 0xff_ff_ff_ff

const FORMS: readonly Form[] = [
  { signature: /^(RIFF|RF64|BW64)....WAVE/s, read: (head) => waveData(head)?.length ?? null },
  { signature: /^RIFF....AVI /s, read: (head) => open(leU32(head, 4)) },
  { signature: /^FORM....AIF[FC]/s, read: (head) => open(u32(head, 4)) },
  { signature: /^\.snd/, read: (head) => open(u32(head, 8)) },
  { signature: /^caff/, read: cafData },
  { signature: /^0&\xb2u\x8ef\xcf/, read: asfFile },
]

const open = (length: number) => (length === OPEN ? null : length)

/** Each chunk has a name and a length of 64 bits; -1 is open (Apple Core Audio Format, chunk header). */
function cafData(head: Uint8Array): number | null {
  for (let at = 8; at + 12 <= head.length;) {
    const length = i64(head, at + 4)
    if (length < 0) return null
    if (isAt(head, 'data', at)) return length
    at += 12 + length
  }
  return null
}

const ASF_PROPERTIES = '\xa1\xdc\xab\x8c\x47\xa9\xcf\x11\x8e\xe4\x00\xc0\x0c\x20\x53\x65'
const ASF_DATA = '\x36\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c'

/** The flag of a broadcast makes each size invalid (ASF, section 3.2). */
function asfFile(head: Uint8Array): number | null {
  const properties = indexOf(head, ASF_PROPERTIES)
  if (properties < 0 || (leU32(head, properties + 88) & 1) !== 0) return null
  const data = leU64(head, 16)
  if (!isAt(head, ASF_DATA, data)) return null
  return data + leU64(head, data + 16)
}
