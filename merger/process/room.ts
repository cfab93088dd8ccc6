import { readFileSync, statfsSync } from 'node:fs'
import os from 'node:os'
import { Failure } from '#contract/failure.ts'

const GIB = 1024 ** 3
const MAX_USED_FRACTION = 0.8
/**
 * Free bytes that are always enough, because the child processes never need more. A Cloudflare container is
 * too small for this exception; it applies to larger machines.
 */
const ENOUGH = { memory: 1.25 * GIB, disk: 8 * GIB }

/** Lowers a reservation to `left` bytes; without an argument, ends it. */
export type Release = (left?: number) => void

export type Amount = { total: number; free: number }

/** Merges that start together would otherwise all count on the same free disk space. */
export class Room {
  #reserved = 0
  readonly #disk: () => Amount
  readonly #memory: () => Amount

  constructor(folder: string, disk = () => diskOf(folder), memory = memoryOfSystem) {
    this.#disk = disk
    this.#memory = memory
  }

  reserve(bytes: number): Release {
    this.assertMemory()
    const { total, free } = this.#disk()
    const mustStayFree = Math.min(total * (1 - MAX_USED_FRACTION), ENOUGH.disk)
    if (free - this.#reserved - bytes < mustStayFree)
      throw new Failure('busy', { cause: `disk: ${free} bytes free, ${this.#reserved} reserved` })
    this.#reserved += bytes
    let held = bytes
    return (left = 0) => {
      this.#reserved -= Math.max(0, held - left)
      held = Math.min(held, left)
    }
  }

  assertMemory(): void {
    const { total, free } = this.#memory()
    if (free < Math.min(total * (1 - MAX_USED_FRACTION), ENOUGH.memory))
      throw new Failure('busy', { cause: `memory: ${free} bytes free` })
  }
}

function diskOf(folder: string): Amount {
  const { blocks, bavail, bsize } = statfsSync(folder)
  return { total: blocks * bsize, free: bavail * bsize }
}

/** File cache that the kernel can drop counts as free. */
export function memoryOfSystem(): Amount {
  const machine = { total: os.totalmem(), free: available() }
  const [limit, used, kept] = ['max', 'current', 'stat'].map(groupFile)
  const total = Number(limit)
  if (!Number.isFinite(total) || total <= 0 || total >= machine.total) return machine
  const droppable = Number(/^inactive_file (\d+)$/m.exec(kept ?? '')?.[1] ?? 0)
  return { total, free: Math.min(machine.free, total - Number(used) + droppable) }
}

function groupFile(name: string): string | undefined {
  try {
    return readFileSync(`/sys/fs/cgroup/memory.${name}`, 'utf8')
  } catch {
    return undefined
  }
}

/** `os.freemem` is only the fallback, because it does not count droppable file cache on all systems. */
function available(): number {
  try {
    const kilobytes = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]
    return kilobytes ? Number(kilobytes) * 1024 : os.freemem()
  } catch {
    return os.freemem()
  }
}
