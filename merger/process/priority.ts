import { writeFileSync } from 'node:fs'
import os from 'node:os'

/** The event loop serves everybody, so it comes before each program that works for one visitor. */
const NICE = 10
/** A short program, for which a visitor waits, comes before long merges. */
const SHORT_NICE = 5

/**
 * For a program in a session of its own. Call it right after the start: its threads and children inherit the
 * priority. merger/ytdlp/sandbox_kernel.py does the same.
 */
export function lowerPriority(pid: number | undefined, isShort = false): void {
  if (!pid) return
  const nice = isShort ? SHORT_NICE : NICE
  try {
    os.setPriority(pid, nice)
    // With autogroups, Linux ranks a program that leads its own session only by the number in this file.
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, String(nice))
  } catch {
    // The program has ended, or the kernel has no autogroups.
  }
}
