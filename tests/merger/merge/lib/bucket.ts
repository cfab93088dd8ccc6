import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Counts the objects and the open multipart uploads of the R2 bucket in a state folder of Miniflare. */
export function bucketOf(state: string): { objects: number; uploads: number } {
  const folder = path.join(state, 'v3/r2/miniflare-R2BucketObject')
  const held = { objects: 0, uploads: 0 }
  for (const name of fs.readdirSync(folder).filter((one) => one.endsWith('.sqlite'))) {
    const database = new DatabaseSync(path.join(folder, name), { readOnly: true })
    const count = (query: string) => Number(database.prepare(query).get()?.['n'] ?? 0)
    const tables = count("SELECT count(*) AS n FROM sqlite_master WHERE name = '_mf_objects'")
    if (tables > 0) {
      held.objects += count('SELECT count(*) AS n FROM _mf_objects')
      held.uploads += count('SELECT count(*) AS n FROM _mf_multipart_uploads WHERE state = 0')
    }
    database.close()
  }
  return held
}
