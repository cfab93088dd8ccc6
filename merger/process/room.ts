import { readFileSync, statfsSync } from 'node:fs'
import os from 'node:os'
import { Failure } from '#contract/failure.ts'

const GIB = 1024 ** 3
/** The merger refuses new work when more than this fraction of the memory or of the disk is in use. */
const MAX_USED_FRACTION = 0.8
/**
 * Free bytes that are always enough, because the child processes never need more. While this much is free,
 * the merger accepts new work even if more than `MAX_USED_FRACTION` is in use. A Cloudflare container (6 GiB
 * of memory, 12 GB of disk) is too small for this exception; it applies to larger machines.
 */
const ENOUGH = { memory: 1.25 * GIB, disk: 8 * GIB }

/** Lowers a reservation to `left` bytes; without an argument, ends it. */
export type Release = (left?: number) => void

/** The total and the free bytes of the memory or of the disk. */
export type Amount = { total: number; free: number }

/**
 * Tracks the memory and the disk that this merger may use. Each merge reserves disk space before it writes.
 * Otherwise merges that start together would all count on the same free disk space.
 */
export class Room {
  #reserved = 0
  readonly #disk: () => Amount
  readonly #memory: () => Amount

  /**
   * @param disk returns the current disk space; tests replace it
   * @param memory returns the current memory; tests replace it
   */
  constructor(folder: string, disk = () => diskOf(folder), memory = memoryOfSystem) {
    this.#disk = disk
    this.#memory = memory
  }

  /**
   * Reserves disk space and returns a function that lowers or ends the reservation. Throws `busy` when memory
   * is short. Also throws `busy` when all reservations together would leave too little free disk space.
   */
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

  /** Throws `busy` when the free memory is too small for another child process. */
  assertMemory(): void {
    const { total, free } = this.#memory()
    if (free < Math.min(total * (1 - MAX_USED_FRACTION), ENOUGH.memory))
      throw new Failure('busy', { cause: `memory: ${free} bytes free` })
  }
}

/** Returns the total and the free bytes of a folder's file system. Bytes reserved for root are not free. */
function diskOf(folder: string): Amount {
  const { blocks, bavail, bsize } = statfsSync(folder)
  return { total: blocks * bsize, free: bavail * bsize }
}

/**
 * Returns the memory limit and the free memory of this process's control group, or those of the machine when
 * the group has no limit. File cache that the kernel can drop counts as free.
 */
function memoryOfSystem(): Amount {
  const machine = { total: os.totalmem(), free: available() }
  const [limit, used, kept] = ['max', 'current', 'stat'].map(groupFile)
  const total = Number(limit)
  if (!Number.isFinite(total) || total <= 0 || total >= machine.total) return machine
  const droppable = Number(/^inactive_file (\d+)$/m.exec(kept ?? '')?.[1] ?? 0)
  return { total, free: Math.min(machine.free, total - Number(used) + droppable) }
}

/** Reads a memory file of the control group (cgroup version 2); undefined when it does not exist. */
function groupFile(name: string): string | undefined {
  try {
    return readFileSync(`/sys/fs/cgroup/memory.${name}`, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Returns the memory that programs can still get. `os.freemem` is only the fallback, because it does not
 * count droppable file cache on all systems.
 */
function available(): number {
  try {
    const kilobytes = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]
    return kilobytes ? Number(kilobytes) * 1024 : os.freemem()
  } catch {
    return os.freemem()
  }
}
