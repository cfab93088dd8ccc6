import fs from 'node:fs'
import { createHash, randomUUID } from 'node:crypto'

/** The folder of the project. */
export const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '')

/**
 * A folder below `.cache` that `make` fills once for each `recipe`; a half-made one is never seen, and two programs that
 * make it at once do not disturb each other.
 */
export async function cacheFolder(
  kind: string,
  recipe: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = `${root}/.cache/${kind}/${createHash('sha256').update(recipe).digest('hex').slice(0, 12)}`
  if (fs.existsSync(folder)) return folder
  // Not the process id: every namespace counts its processes anew.
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
