import fs from 'node:fs'
import { createHash, randomUUID } from 'node:crypto'

/** Absolute path of the repository. */
export const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '')

/**
 * Returns the path of a folder below `.cache`. The folder has a hash of `recipe` as its name. If the folder
 * does not exist, `make` fills a temporary folder, and then the temporary folder is renamed. So no process
 * sees an incomplete folder, even if two processes create the same folder at the same time.
 */
export async function cacheFolder(
  kind: string,
  recipe: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = `${root}/.cache/${kind}/${createHash('sha256').update(recipe).digest('hex').slice(0, 12)}`
  if (fs.existsSync(folder)) return folder
  // A process id would not be a unique name, because two PID namespaces can have the same process ids.
  const own = `${folder}.${randomUUID()}`
  fs.mkdirSync(own, { recursive: true })
  try {
    await make(own)
    fs.renameSync(own, folder)
  } catch (error) {
    if (!fs.existsSync(folder)) throw error
  } finally {
    fs.rmSync(own, { recursive: true, force: true })
  }
  return folder
}
