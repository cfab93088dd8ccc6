import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Room } from './room.ts'

export class WorkDir {
  readonly room: Room
  readonly #own: string

  constructor(root: string) {
    const merges = path.join(root, 'merges')
    mkdirSync(merges, { recursive: true })
    this.room = new Room(merges)
    for (const name of readdirSync(merges)) {
      if (!isRunning(Number(name))) rmSync(path.join(merges, name), { recursive: true, force: true })
    }
    this.#own = path.join(merges, String(process.pid))
    mkdirSync(this.#own, { recursive: true, mode: 0o700 })
  }

  async open(name: string): Promise<string> {
    const folder = path.join(this.#own, name)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  async remove(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }

  async close(): Promise<void> {
    await this.remove(this.#own)
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  // After a restart of the Docker container, the merger often gets the same process id as before. A folder
  // with this id then belongs to the ended process from before the restart.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}
