import { latin1, leU32, leU64 } from '../bytes.ts'

/** Where the sound begins, and its stated length; null while the length is open. */
type WaveData = { at: number; length: number | null }

const WIDE = 0xff_ff_ff_ff

/** RF64 and BW64 state a length above 4 GiB in an own chunk (EBU Tech 3306). */
export function waveData(head: Uint8Array): WaveData | undefined {
  if (!/^(RIFF|RF64|BW64)....WAVE$/s.test(latin1(head, 0, 12))) return undefined
  let wide = 0
  for (let at = 12; at + 8 <= head.length;) {
    const name = latin1(head, at, at + 4)
    const length = leU32(head, at + 4)
    const body = at + 8
    if (name === 'data') return { at: body, length: length === WIDE ? wide || null : closed(length) }
    if (name === 'ds64') wide = leU64(head, body + 8)
    at = body + length + (length % 2)
  }
  return undefined
}

/**
 * A recorder that cannot seek back writes zero or the greatest length that it can express, with or without
 * its headers.
 */
function closed(length: number): number | null {
  const isGreatest = [2 ** 31, 2 ** 32].some((limit) => Math.abs(limit - length) <= 2 ** 16)
  return length === 0 || isGreatest ? null : length
}

/** Bytes of the sound without tags and pictures; null for another format. */
export function waveBytes(head: Uint8Array, size: number): number | null {
  const data = waveData(head)
  return data ? Math.min(data.length ?? Infinity, size - data.at) : null
}
