/** Bytes of the sound without tags and pictures; null for another format. */
export function waveBytes(head: Buffer, size: number): number | null {
  if (!/^RIFF....WAVE$/s.test(head.toString('latin1', 0, 12))) return null
  let at = 12
  while (at + 8 <= head.length) {
    const length = head.readUInt32LE(at + 4)
    // A recorder that could not seek back leaves the length of its data open.
    if (head.toString('latin1', at, at + 4) === 'data') return Math.min(length || Infinity, size - at - 8)
    at += 8 + length + (length % 2)
  }
  return null
}
