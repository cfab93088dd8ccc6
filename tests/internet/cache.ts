import fs from 'node:fs'
import { createHash, randomUUID } from 'node:crypto'

/** Absolute path of the repository. */
export const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '')

/**
 * Returns the path of a folder below `.cache`. For each `recipe`, `make` fills a folder once. A folder
 * becomes visible only when it is complete, so two processes may create the same folder at the same time.
 */
export async function cacheFolder(
  kind: string,
  recipe: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = `${root}/.cache/${kind}/${createHash('sha256').update(recipe).digest('hex').slice(0, 12)}`
  if (fs.existsSync(folder)) return folder
  // A process id is not unique here, because every PID namespace counts from 1.
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
