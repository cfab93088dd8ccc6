import { readFileSync, statfsSync } from 'node:fs'
import os from 'node:os'
import { Failure } from '#contract/failure.ts'

const GIB = 1024 ** 3
/** Work is refused when more than this share of memory or disk would be in use. */
const MAX_SHARE = 0.8
/**
 * A machine with more than the 6 GiB of memory and the 12 GB of disk of a container may use a larger share:
 * this many free bytes are enough for the children that run.
 */
const ENOUGH = { memory: 1.25 * GIB, disk: 8 * GIB }

/** Bytes of one resource. */
export type Amount = { total: number; free: number }

/**
 * The memory and the disk of this merger. Each merge reserves disk before it writes, so that merges which
 * start together do not all count on the same free bytes.
 */
export class Room {
  #reserved = 0
  readonly #disk: () => Amount
  readonly #memory: () => Amount

  /** `disk` and `memory` read the current state; tests replace them. */
  constructor(folder: string, disk = () => diskOf(folder), memory = memoryOfSystem) {
    this.#disk = disk
    this.#memory = memory
  }

  /**
   * Reserves disk and returns the function that ends the reservation. Throws `busy` when the disk would be
   * too full with every reservation, or when memory is short now.
   */
  reserve(bytes: number): () => void {
    this.assertMemory()
    const { total, free } = this.#disk()
    const mustStayFree = Math.min(total * (1 - MAX_SHARE), ENOUGH.disk)
    if (free - this.#reserved - bytes < mustStayFree)
      throw new Failure('busy', { cause: `disk: ${free} bytes free, ${this.#reserved} reserved` })
    this.#reserved += bytes
    let isHeld = true
    return () => {
      if (isHeld) this.#reserved -= bytes
      isHeld = false
    }
  }

  /** Throws `busy` when too little memory is free for another child. */
  assertMemory(): void {
    const { total, free } = this.#memory()
    if (free < Math.min(total * (1 - MAX_SHARE), ENOUGH.memory))
      throw new Failure('busy', { cause: `memory: ${free} bytes free` })
  }
}

/** Bytes of the file system of a folder that an unprivileged user may use. */
function diskOf(folder: string): Amount {
  const { blocks, bavail, bsize } = statfsSync(folder)
  return { total: blocks * bsize, free: bavail * bsize }
}

/**
 * Memory of the control group of this process, else of the machine. Files that the kernel keeps in memory and
 * can drop count as free.
 */
function memoryOfSystem(): Amount {
  const machine = { total: os.totalmem(), free: available() }
  const [limit, used, kept] = ['max', 'current', 'stat'].map(groupFile)
  const total = Number(limit)
  if (!Number.isFinite(total) || total <= 0 || total >= machine.total) return machine
  const droppable = Number(/^inactive_file (\d+)$/m.exec(kept ?? '')?.[1] ?? 0)
  return { total, free: Math.min(machine.free, total - Number(used) + droppable) }
}

/** A file of the control group (cgroup version 2); undefined where there is none. */
function groupFile(name: string): string | undefined {
  try {
    return readFileSync(`/sys/fs/cgroup/memory.${name}`, 'utf8')
  } catch {
    return undefined
  }
}

/** Memory that programs can still get. `os.freemem` would not count the droppable files on all systems. */
function available(): number {
  try {
    const kilobytes = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]
    return kilobytes ? Number(kilobytes) * 1024 : os.freemem()
  } catch {
    return os.freemem()
  }
}
