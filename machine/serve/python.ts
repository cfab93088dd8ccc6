import fs from 'node:fs'
import { folderOf } from './folders.ts'
import type { Settings } from './settings.ts'

/** The Python with the newest yt-dlp: the image's, or a later one of `machine update-yt-dlp`. */
export function pythonOf({ DATA, PYTHON }: Pick<Settings, 'DATA' | 'PYTHON'>): string {
  const own = `${folderOf(DATA, 'yt-dlp/current')}/bin/python`
  const [ours, theirs] = [versionOf(own), versionOf(PYTHON)]
  return ours !== undefined && (theirs === undefined || ours > theirs) ? own : PYTHON
}

/** Dates like 2026.10.26, so their text has their order. */
export function versionOf(python: string): string | undefined {
  const lib = `${python.slice(0, python.lastIndexOf('/bin/'))}/lib`
  if (!fs.existsSync(lib)) return undefined
  for (const name of fs.readdirSync(lib)) {
    const file = `${lib}/${name}/site-packages/yt_dlp/version.py`
    if (fs.existsSync(file)) return /^__version__ = '([\d.]+)'/m.exec(fs.readFileSync(file, 'utf8'))?.[1]
  }
  return undefined
}
