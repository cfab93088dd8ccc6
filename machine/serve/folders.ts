import fs from 'node:fs'

/** `run` and `tmp` outlive no restart. */
const FOLDERS = ['objects', 'blobs', 'work', 'plugins', 'control', 'yt-dlp', 'run', 'tmp'] as const
const SHORT_LIVED: readonly string[] = ['work', 'run', 'tmp']

type Place = (typeof FOLDERS)[number]

export const folderOf = (data: string, place: Place | `run/${string}` | `yt-dlp/${string}`): string =>
  `${data}/${place}`

export function makeFolders(data: string): void {
  for (const name of FOLDERS) {
    if (SHORT_LIVED.includes(name)) fs.rmSync(folderOf(data, name), { recursive: true, force: true })
    fs.mkdirSync(folderOf(data, name), { recursive: true, mode: 0o700 })
  }
}
