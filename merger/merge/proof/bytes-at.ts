import type { FileHandle } from 'node:fs/promises'
import { KEPT_TAIL } from '../growing-file.ts'

export const TAIL_BYTES = KEPT_TAIL

export async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
